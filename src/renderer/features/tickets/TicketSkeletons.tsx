import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TicketSkeletons.module.css'

/** Stands in for tickets that are loading. */
export function TicketSkeletons() {
  return (
    <div className={styles.list}>
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} height="1.86rem" radius="l" />
      ))}
    </div>
  )
}
