import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MatchForm.module.css'

const rows = [1, 2, 3, 4, 5]

/** Stands in for the last matches of both sides, and those against each other, so that what is below does not jump. */
export function FormSkeleton() {
  return (
    <>
      <div className={styles.card} aria-busy>
        <Skeleton width="45%" height="1.4em" />
        <Rows />
        <Rows />
      </div>
      <div className={styles.card} aria-busy>
        <Skeleton width="45%" height="1.4em" />
        <Rows />
      </div>
    </>
  )
}

/** A head of one line, then the matches. */
function Rows() {
  return (
    <div className={styles.side}>
      <Skeleton width="60%" height="1.4em" />
      <div>
        {rows.map((row) => (
          <div key={row} className={styles.coming}>
            <Skeleton height="1.8em" />
          </div>
        ))}
      </div>
    </div>
  )
}
