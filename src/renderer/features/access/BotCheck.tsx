import 'altcha/external'
import 'altcha/altcha.css'
import type { AltchaWidgetElement } from 'altcha/external'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import ShaWorker from 'altcha/workers/sha?worker'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './BotCheck.module.css'

for (const hash of ['256', '384', '512']) {
  $altcha.algorithms.set(`PBKDF2/SHA-${hash}`, () => new Pbkdf2Worker())
  $altcha.algorithms.set(`SHA-${hash}`, () => new ShaWorker())
}

interface BotCheckProps {
  /** As the server created it. */
  challenge: Record<string, unknown>
  /** The player has asked for it, so the focus is on it at once. */
  autoFocus: boolean
  /** Receives the proof to send; '' once it is no longer valid. */
  onAnswer: (proof: string) => void
}

/** ALTCHA's proof-of-work widget from our own origin: nothing to read, and no third party involved. */
export function BotCheck({ challenge, autoFocus, onAnswer }: BotCheckProps) {
  const { t, i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const onAnswerRef = useRef(onAnswer)
  const autoFocusRef = useRef(autoFocus)
  useEffect(() => {
    onAnswerRef.current = onAnswer
    autoFocusRef.current = autoFocus
  })

  useEffect(() => {
    const language = i18n.language.toLowerCase().replace('_', '-')
    $altcha.i18n.set(language, {
      ariaLinkLabel: 'ALTCHA',
      error: t('auth.botCheck.error'),
      expired: t('auth.botCheck.expired'),
      label: t('auth.botCheck.label'),
      loading: t('status.loading'),
      verificationRequired: t('auth.access.verify'),
      verified: t('auth.botCheck.verified'),
      verifying: t('auth.botCheck.verifying'),
      waitAlert: t('auth.botCheck.verifying'),
    })
    const widget = document.createElement('altcha-widget') as AltchaWidgetElement
    widget.setAttribute('language', language)
    widget.addEventListener('statechange', (event) => {
      const { payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
      onAnswerRef.current(payload ?? '')
    })
    widget.addEventListener('load', () => {
      if (autoFocusRef.current) widget.querySelector<HTMLInputElement>('input[type="checkbox"]')?.focus()
    })
    // Set as an attribute: the element has no methods until it is in the page and has rendered.
    widget.setAttribute(
      'configuration',
      JSON.stringify({ challenge, hideFooter: true, hideLogo: true, humanInteractionSignature: false }),
    )
    place.current?.replaceChildren(widget)
    return () => widget.remove()
  }, [challenge, i18n.language, t])

  return <div ref={place} className={styles.place} />
}
