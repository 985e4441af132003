import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { QuickPicks } from '../../features/betSlip/QuickPicks.tsx'
import { SlipStore } from '../../features/betSlip/SlipStore.ts'
import { TicketCard } from '../../features/tickets/TicketCard.tsx'
import { TicketSkeletons } from '../../features/tickets/TicketSkeletons.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import { Offers } from './Offers.tsx'
import styles from './SharedTicketScreen.module.css'
import { SharedTicketStore } from './SharedTicketStore.ts'

/** /bilhete{code}: the ticket whose QR code was printed, without a login. */
export const SharedTicketScreen = observer(function SharedTicketScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new SharedTicketStore(root, value))
  useEffect(() => void store.load(), [store])
  return (
    <Page title={t('sports.shared.title')}>
      <Content store={store} />
    </Page>
  )
})

const Content = observer(function Content({ store }: { store: SharedTicketStore }) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const bet = (
    <LinkButton to="/footballPage" variant="primary" full>
      {t('sports.shared.bet')}
    </LinkButton>
  )
  if (store.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('sports.shared.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  }
  if (store.state === 'missing') {
    return (
      <EmptyState
        illustration={emptyArt.records}
        title={t('sports.shared.missing')}
        text={t('sports.shared.missingText')}
        action={bet}
      />
    )
  }
  if (!store.ticket) return <TicketSkeletons />
  return (
    <>
      <PageColumns
        split="main"
        main={
          <>
            <ul>
              <TicketCard ticket={store.ticket} />
            </ul>
            {isWide && <Picks />}
          </>
        }
        side={
          <div className={styles.invitation}>
            <img className={styles.picture} src={emptyArt.records} alt="" />
            <p className={styles.note}>{t('sports.shared.note')}</p>
            {bet}
          </div>
        }
      />
      <Offers />
    </>
  )
})

/** What a visitor may bet on instead, where a desktop has room for it. */
function Picks() {
  const root = useStores()
  return <QuickPicks slip={root.feature(SlipStore)} onAdded={() => root.navigation.go('/footballPage')} />
}
