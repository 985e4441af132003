import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notices } from './actions/notices.ts'
import { Button, IconButton } from './Button.tsx'

const shownMs = 2_000

/** Copies a text and says so. */
export function CopyButton({ text, hasText = false }: { text: string; hasText?: boolean }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (error: unknown) =>
        notices.say('bad', t('states.copy'), {
          detail: error instanceof Error ? error.message : String(error),
        }),
    )
  }
  const label = isCopied ? t('states.copied') : t('states.copy')
  const icon = isCopied ? Check : Copy
  return hasText ? (
    <Button icon={icon} onClick={copy}>
      {label}
    </Button>
  ) : (
    <IconButton icon={icon} label={label} onClick={copy} />
  )
}
