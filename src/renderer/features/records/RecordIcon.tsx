import type { RecordTab } from '#contract/http/order.ts'
import styles from './RecordIcon.module.css'

/** The icon of a kind of record. One element, not a drawing of eight: a long list scrolls by dozens of them. */
export function RecordIcon({ tab }: { tab: RecordTab }) {
  return <span className={styles.icon} data-tab={tab} aria-hidden />
}
