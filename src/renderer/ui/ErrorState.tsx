import RotateCw from 'lucide-react/icons/rotate-cw'
import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './EmptyState.module.css'
import { ReloadSignal } from './ReloadSignal.ts'

export interface ErrorStateProps {
  /** What failed, in the player's words. */
  text: ReactNode
  /** URL of an illustration (assets/emptyArt.ts). */
  illustration?: string
  title?: string
  retryLabel?: string
  onRetry?: () => void
  /** The retry is running. */
  retrying?: boolean
  compact?: boolean
  className?: string
}

/** role=alert: what failed, and a retry button. It also retries by itself when the server responds again. */
export function ErrorState(props: ErrorStateProps) {
  const { text, illustration, title, retryLabel, onRetry, retrying, compact, className } = props
  useReload(onRetry)
  return (
    <div className={classes(styles.state, compact && styles.compact, className)} role="alert">
      {illustration && (
        <img
          src={illustration}
          alt=""
          className={styles.picture}
          width="160"
          height="120"
          // When the network failed, the picture may fail with it.
          onError={({ currentTarget }) => (currentTarget.dataset['failed'] = '')}
        />
      )}
      {title && <h2 className={styles.title}>{title}</h2>}
      <p className={styles.text}>{text}</p>
      {retryLabel && onRetry && (
        <div className={styles.action}>
          <Button icon={<RotateCw aria-hidden />} onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

function useReload(retry: (() => void) | undefined) {
  const signal = useContext(ReloadSignal)
  const handled = useRef(signal)
  useEffect(() => {
    if (handled.current === signal) return
    handled.current = signal
    retry?.()
  }, [signal, retry])
}
