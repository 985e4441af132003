import { useLayoutEffect, useState } from 'react'
import { pinLength, type StaffLock } from '#contract/staff.ts'
import { fill, type Texts } from '../texts.ts'
import styles from './PinPad.module.css'

export interface PinPadProps {
  lock: StaffLock
  /** A PIN was entered already. */
  isTried: boolean
  texts: Texts
  onPin: (pin: string) => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Works by touch, mouse and the keyboard's digits. */
export function PinPad({ lock, isTried, texts, onPin }: PinPadProps) {
  const [pin, setPin] = useState('')
  const isLocked = lock.lockedSeconds > 0
  // An answer has come: the next PIN begins empty. Before the next key, whose digit would be cleared too.
  useLayoutEffect(() => setPin(''), [lock])

  const press = (digit: string) => setPin((before) => (before + digit).slice(0, pinLength.max))
  const remove = () => setPin((before) => before.slice(0, -1))
  const isLong = pin.length >= pinLength.min
  const confirm = () => {
    if (isLong && !isLocked) onPin(pin)
  }

  // Before the next key: it must not meet the listener of the digit before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^\d$/.test(event.key)) press(event.key)
      else if (event.key === 'Backspace') remove()
      else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) confirm()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  const message = isLocked
    ? fill(texts.locked, { minutes: Math.ceil(lock.lockedSeconds / 60) })
    : isTried
      ? fill(texts.wrongPin, { count: lock.attemptsLeft })
      : ''
  return (
    <section className={styles.pad} aria-label={texts.enterPin}>
      <h2 className={styles.lead}>{texts.enterPin}</h2>
      <p className={styles.dots} role="img" aria-label={fill(texts.pinDigits, { count: pin.length })}>
        {'●'.repeat(pin.length)}
      </p>
      <p role="alert" className={styles.message}>
        {message}
      </p>
      <div className={styles.keys}>
        {digits.map((digit) => (
          <button
            key={digit}
            type="button"
            className={styles.key}
            disabled={isLocked}
            onClick={() => press(digit)}
          >
            {digit}
          </button>
        ))}
        <button type="button" className={styles.word} disabled={isLocked} onClick={remove}>
          {texts.delete}
        </button>
        <button type="button" className={styles.key} disabled={isLocked} onClick={() => press('0')}>
          0
        </button>
        <button type="button" className={styles.confirm} disabled={isLocked || !isLong} onClick={confirm}>
          {texts.confirm}
        </button>
      </div>
    </section>
  )
}
