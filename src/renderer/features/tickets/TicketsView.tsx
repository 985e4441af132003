import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TicketCard } from './TicketCard.tsx'
import { TicketSkeletons } from './TicketSkeletons.tsx'
import { TicketsStore, ticketTabs } from './TicketsStore.ts'
import styles from './TicketsView.module.css'

/** The player's tickets, open and settled. */
export const TicketsView = observer(function TicketsView() {
  const { t } = useTranslation()
  const { session, overlays } = useStores()
  const tickets = useOwnStore((root) => new TicketsStore(root))
  useEffect(() => tickets.start(document), [tickets])
  const id = useId()
  if (!session.isLoggedIn) {
    return (
      <EmptyState
        illustration={emptyArt.records}
        title={t('sports.tickets.login')}
        text={t('sports.tickets.loginText')}
        action={
          <Button variant="primary" onClick={() => overlays.open('login')}>
            {t('top.login')}
          </Button>
        }
      />
    )
  }
  return (
    <section className={styles.tickets} aria-label={t('sports.tickets.title')}>
      <ChipRow role="tablist" aria-label={t('sports.tickets.title')}>
        {ticketTabs.map((tab) => (
          <Chip
            key={tab}
            role="tab"
            id={`${id}-${tab}`}
            aria-controls={`${id}-panel`}
            selected={tickets.tab === tab}
            onClick={() => tickets.setTab(tab)}
          >
            {t(`sports.tickets.${tab}`)}
          </Chip>
        ))}
      </ChipRow>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tickets.tab}`}
        aria-busy={tickets.state === 'loading'}
      >
        <Content tickets={tickets} />
      </div>
    </section>
  )
})

const Content = observer(function Content({ tickets }: { tickets: TicketsStore }) {
  const { t } = useTranslation()
  const { tab, state, rows } = tickets
  if (state === 'loading') return <TicketSkeletons />
  if (state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('sports.tickets.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void tickets.load()}
      />
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        illustration={emptyArt.records}
        title={t(`sports.tickets.${tab}Empty`)}
        text={t(`sports.tickets.${tab}EmptyText`)}
      />
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {rows.map((ticket) => (
          <TicketCard
            key={ticket.id}
            ticket={ticket}
            cashOut={tickets.cashOut}
            onChange={(changed) => tickets.replace(changed)}
          />
        ))}
      </ul>
      <More tickets={tickets} />
    </>
  )
})

/** The end of the list: loads the next page before it is scrolled into view. */
const More = observer(function More({ tickets }: { tickets: TicketsStore }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, more, rows } = tickets
  useEffect(() => {
    if (!end.current || !hasMore || more !== 'idle') return
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void tickets.loadMore(),
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [tickets, hasMore, more, rows.length])
  return (
    <div ref={end} className={styles.more}>
      {more === 'loading' && <Spinner label={t('sports.tickets.more')} />}
      {more === 'failed' && (
        <>
          <p role="alert">{t('sports.tickets.moreFailed')}</p>
          <Button size="s" onClick={() => void tickets.loadMore()}>
            {t('actions.retry')}
          </Button>
        </>
      )}
    </div>
  )
})
