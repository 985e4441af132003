import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { BesidePromotions } from '../../features/promotions/BesidePromotions.tsx'
import { useOwnStore } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import styles from './InboxScreen.module.css'
import { InboxStore } from './InboxStore.ts'
import { MessageRow } from './MessageRow.tsx'
import { OpenedMessage } from './OpenedMessage.tsx'

/** /gameMess: the inbox, or with `?id=` one message; side by side where there is room. */
export const InboxScreen = observer(function InboxScreen() {
  const inbox = useOwnStore((root) => new InboxStore(root))
  const [query] = useSearchParams()
  const id = query.get('id')
  useEffect(() => inbox.start(), [inbox])
  useEffect(() => void inbox.open(id), [inbox, id])
  const isWide = useIsWide()
  if (!isWide || inbox.state !== 'ready' || (id === null && inbox.list.length === 0)) {
    return <Page>{id === null ? <Inbox inbox={inbox} /> : <OpenedMessage inbox={inbox} id={id} />}</Page>
  }
  return (
    <Page>
      <PageColumns
        split="list"
        main={<Inbox inbox={inbox} opened={id} />}
        side={id === null ? <NoneOpened /> : <OpenedMessage inbox={inbox} id={id} isBesideList />}
      />
    </Page>
  )
})

/** Stands where a message opens beside the list. */
function NoneOpened() {
  const { t } = useTranslation()
  return (
    <Card padding="l" className={styles.none}>
      <EmptyState illustration={emptyArt.messages} title={t('rewards.inbox.choose')} />
    </Card>
  )
}

const Inbox = observer(function Inbox({
  inbox,
  opened = null,
}: {
  inbox: InboxStore
  opened?: string | null
}) {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('rewards.inbox.title')}</PageTitle>
      <UnreadBar inbox={inbox} />
      <List inbox={inbox} opened={opened} />
    </>
  )
})

/** Keeps its height from the first frame on, whatever has been read: the list below stays where it is. */
const UnreadBar = observer(function UnreadBar({ inbox }: { inbox: InboxStore }) {
  const { t } = useTranslation()
  if (inbox.state === 'loading') return <div className={styles.bar} />
  if (inbox.state === 'failed' || inbox.list.length === 0) return null
  if (inbox.unread === 0) return <p className={styles.bar}>{t('rewards.inbox.allRead')}</p>
  return (
    <div className={styles.bar}>
      <Badge tone="reward">{t('rewards.inbox.unread', { count: inbox.unread })}</Badge>
      <Button size="s" className={styles.readAll} onClick={() => void inbox.markAllRead()}>
        {t('rewards.inbox.readAll')}
      </Button>
    </div>
  )
})

const List = observer(function List({ inbox, opened }: { inbox: InboxStore; opened: string | null }) {
  const { t } = useTranslation()
  if (inbox.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('rewards.inbox.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void inbox.load()}
      />
    )
  }
  if (inbox.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.list}>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height="1.12rem" radius="m" />
        ))}
      </div>
    )
  }
  if (inbox.list.length === 0) {
    return (
      // Another element than the list while it loads: it would move.
      <div key="empty" className={styles.empty}>
        <BesidePromotions>
          <EmptyState
            illustration={emptyArt.messages}
            title={t('rewards.inbox.empty')}
            text={t('rewards.inbox.emptyText')}
            action={
              <LinkButton variant="primary" to="/gamebouns">
                {t('rewards.inbox.emptyAction')}
              </LinkButton>
            }
          />
        </BesidePromotions>
      </div>
    )
  }
  return (
    <>
      <ul className={styles.list} aria-label={t('rewards.inbox.list')}>
        {inbox.list.map((message) => (
          <li key={message.id}>
            <MessageRow
              message={message}
              isReturn={opened === null && message.id === inbox.lastOpened}
              isOpened={message.id === opened}
            />
          </li>
        ))}
      </ul>
      {inbox.hasMore && (
        <Button full loading={inbox.isLoadingMore} onClick={() => void inbox.loadMore()}>
          {t('rewards.inbox.more')}
        </Button>
      )}
    </>
  )
})
