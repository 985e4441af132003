import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfficeError } from '../../data/OfficeError.ts'

export interface Attempt {
  isBusy: boolean
  /** What is said above the form. */
  failure: string | undefined
  /** What is said at the fields. */
  fields: Readonly<Record<string, string>>
  /** Runs one attempt at a time; a failure is shown, not thrown. Returns whether it worked. */
  run: (attempt: () => Promise<void>) => Promise<boolean>
}

/** Sends one form of the login or the account, and says what was wrong. */
export function useAttempt(): Attempt {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  return {
    isBusy,
    failure,
    fields,
    async run(attempt) {
      if (isBusy) return false
      setBusy(true)
      setFailure(undefined)
      setFields({})
      try {
        await attempt()
        return true
      } catch (error) {
        if (error instanceof OfficeError) setFields(error.fields)
        setFailure(failureOf(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }

  function failureOf(error: unknown): string | undefined {
    if (!(error instanceof OfficeError)) {
      // The browser's own refusals: cancelled, timed out, or no such passkey.
      const isWebAuthn =
        error instanceof Error && /^(NotAllowed|Abort|InvalidState|Security)Error$/.test(error.name)
      if (isWebAuthn) return t('login.passkeyCancelled')
      return error instanceof Error ? error.message : String(error)
    }
    if (Object.keys(error.fields).length > 0) return undefined
    if (error.retryAfter === undefined) return error.message
    return `${error.message} ${t('login.lockedUntil', { minutes: Math.ceil(error.retryAfter / 60) })}`
  }
}
