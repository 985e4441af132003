import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/**
 * Shown instead of offers and deposits while the player is in a pause: until when it lasts, and where to find
 * help.
 */
export const PausedNotice = observer(function PausedNotice({ compact }: { compact?: boolean }) {
  const { t } = useTranslation()
  const { language, session } = useStores()
  const until = session.player?.pausedUntil
  if (!until) return null
  return (
    <EmptyState
      {...(compact ? { compact } : {})}
      illustration={emptyArt.closed}
      title={t('limits.pause.active')}
      text={t('limits.pause.activeText', { date: formatDateTime(until, language.selected) })}
      action={
        <LinkButton variant="secondary" to="/jogoResponsavel">
          {t('limits.title')}
        </LinkButton>
      }
    />
  )
})
