import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** What stands in for figures that did not come. */
export function Failed({ onRetry, compact }: { onRetry: () => Promise<void>; compact?: boolean }) {
  const { t } = useTranslation()
  return (
    <ErrorState
      illustration={emptyArt.offline}
      text={t('growth.loadFailed')}
      retryLabel={t('actions.retry')}
      onRetry={() => void onRetry()}
      compact={compact}
    />
  )
}
