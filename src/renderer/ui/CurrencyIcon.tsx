import type { Language } from '#contract/languages.ts'
import real from '../assets/currencies/real.svg?no-inline'
import styles from './CurrencyIcon.module.css'

const urls: Record<Language['currencyIcon'], string> = { real }

/** The icon of a language's currency. Decorative: its name or symbol is next to it. */
export function CurrencyIcon({ language }: { language: Language }) {
  return (
    <img
      src={urls[language.currencyIcon]}
      alt=""
      width="24"
      height="24"
      loading="lazy"
      decoding="async"
      className={styles.icon}
    />
  )
}
