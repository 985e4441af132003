import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** Shown in place of figures that could not be loaded. */
export function LoadError({ onRetry, compact }: { onRetry: () => Promise<void>; compact?: boolean }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      illustration={emptyArt.offline}
      text={t('loyalty.loadFailed')}
      retryLabel={t('actions.retry')}
      onRetry={() => void onRetry()}
      compact={compact}
    />
  )
}
