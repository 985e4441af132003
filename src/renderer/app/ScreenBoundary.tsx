import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ScreenBoundary.module.css'

/** What a screen shows while its chunk comes. */
export function ScreenSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} role="status" aria-label={t('status.loading')}>
      <Skeleton height="1.6rem" />
      <Skeleton height="0.4rem" />
      <Skeleton height="2.4rem" />
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <ErrorState text={t('errors.screenFailed')} retryLabel={t('actions.retry')} onRetry={onRetry} />
}

/** A chunk that did not load, or a screen that broke: "try again" instead of a blank page. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('screen failed', error)
  }

  override render() {
    // A lazy chunk that failed stays failed in React's cache: only a reload asks the network again.
    return this.state.failed ? <Failed onRetry={() => window.location.reload()} /> : this.props.children
  }
}
