import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { usePayoutText } from './usePayoutText.ts'

/**
 * Shown instead of offers and deposits while the player is in a pause, or when the account is closed: until when, what
 * happens to the balance, and where to find help.
 */
export const PausedNotice = observer(function PausedNotice({ compact }: { compact?: boolean }) {
  const { t } = useTranslation()
  const root = useStores()
  const { isClosed } = root.session
  const text = usePayoutText()
  if (text === undefined) return null
  return (
    <EmptyState
      {...(compact ? { compact } : {})}
      illustration={emptyArt.closed}
      title={t(isClosed ? 'limits.closed.title' : 'limits.pause.active')}
      text={text}
      action={
        isClosed ? (
          <Button onClick={() => root.openWithdraw()}>{t('account.conta.withdraw')}</Button>
        ) : (
          <LinkButton variant="secondary" to="/jogoResponsavel">
            {t('limits.title')}
          </LinkButton>
        )
      }
    />
  )
})
