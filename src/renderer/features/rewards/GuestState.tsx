import { EmptyState, type EmptyStateProps } from '../../ui/EmptyState.tsx'
import { GuestActions } from './GuestActions.tsx'
import styles from './GuestState.module.css'

/** What a page that belongs to a player shows to a guest: what it would hold, and both ways in. */
export function GuestState(props: Omit<EmptyStateProps, 'action' | 'compact'>) {
  return (
    <EmptyState
      {...props}
      action={
        <div className={styles.actions}>
          <GuestActions />
        </div>
      }
    />
  )
}
