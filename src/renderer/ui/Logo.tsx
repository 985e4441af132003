import { useId } from 'react'
import { classes } from './classes.ts'
import styles from './Logo.module.css'

export interface LogoProps {
  /** Name of the brand. Our own is drawn; any other is shown as text. Default palpite. */
  brand?: string
  size?: 's' | 'm' | 'l'
  className?: string
}

/** Mark and wordmark; screen readers get the name once. */
export function Logo({ brand = 'palpite', size = 'm', className }: LogoProps) {
  const own = brand.toLowerCase() === 'palpite'
  return (
    <span className={classes(styles.logo, styles[size], className)} role="img" aria-label={brand}>
      <LogoMark className={styles.mark} />
      {own ? <Wordmark /> : <span className={styles.word}>{brand}</span>}
    </span>
  )
}

/** The mark alone, decorative. */
export function LogoMark({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden>
      <linearGradient id={id} x1=".2" y1="0" x2=".6" y2="1">
        <stop stopColor="#9dffd4" />
        <stop offset=".5" stopColor="#3fe597" />
        <stop offset="1" stopColor="#0fa365" />
      </linearGradient>
      <path
        d="M7 28.5V10.5C7 6.6 9.6 4 13.5 4H17a9.25 9.25 0 0 1 0 18.5h-3.5"
        fill="none"
        stroke={`url(#${id})`}
        strokeWidth="5.5"
        strokeLinecap="round"
      />
      <circle cx="17" cy="13.25" r="3.7" fill="#ffbd3e" />
      <circle cx="15.9" cy="12" r="1.1" fill="#fff3cf" />
    </svg>
  )
}

/** "palpite" in strokes of one weight, like the mark; the dot of the i is its ball. */
function Wordmark() {
  return (
    <svg viewBox="0 -1 137 43" className={styles.wordmark} aria-hidden>
      <path
        d="M4 11.5V38.5M4 20a9 9 0 1 1 0 .1M48.5 11.5V29M48.5 20a9 9 0 1 1 0-.1M57 3v26M65.5 11.5V38.5M65.5 20a9 9 0 1 1 0 .1M92 11.5V29M101.5 4.5V24c0 3.5 2 5 5.5 5M96.5 11.5H107M115 20.5H132a8.75 8.75 0 1 0-2.8 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="6.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="92" cy="3.2" r="4" fill="#ffbd3e" />
    </svg>
  )
}
