import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import styles from './PrivacyTip.module.css'

/** A quiet line below a form that says what becomes of what is given. */
export function PrivacyTip({ children }: { children: ReactNode }) {
  return (
    <p className={styles.tip}>
      <ShieldCheck aria-hidden />
      <span>{children}</span>
    </p>
  )
}
