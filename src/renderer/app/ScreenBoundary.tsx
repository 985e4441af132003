import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { reloadForChunk } from './reloadForChunk.ts'
import styles from './ScreenBoundary.module.css'

/** Shown while a screen's chunk loads. */
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
  return (
    <ErrorState
      className={styles.failed}
      text={t('errors.screenFailed')}
      retryLabel={t('actions.retry')}
      onRetry={onRetry}
    />
  )
}

/** Shows "try again" instead of a blank page when a chunk does not load or a screen throws. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('screen failed', error)
    void reloadForChunk(error)
  }

  override render() {
    // React caches the failure of a lazy chunk: only a reload requests it again.
    return this.state.failed ? <Failed onRetry={() => window.location.reload()} /> : this.props.children
  }
}
