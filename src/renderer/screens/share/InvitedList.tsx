import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Invitee } from '#contract/http/referrals.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { formatDate } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './InvitedList.module.css'
import type { InvitedStore } from './InvitedStore.ts'

const levels = ['1', '2', '3'] as const

/** The players who were invited, one referral level at a time, with masked names. */
export const InvitedList = observer(function InvitedList({ store }: { store: InvitedStore }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('loyalty.share.invited')}>
      <SegmentedTabs
        aria-label={t('loyalty.share.invited')}
        tabs={levels.map((value) => ({ value, label: t('loyalty.team.level', { level: value }) }))}
        value={String(store.level) as (typeof levels)[number]}
        onChange={(value) => void store.show(Number(value))}
      >
        <People store={store} />
      </SegmentedTabs>
    </PageSection>
  )
})

const People = observer(function People({ store }: { store: InvitedStore }) {
  const { t } = useTranslation()
  if (store.state === 'failed') return <LoadError compact onRetry={() => store.show(store.level)} />
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.list}>
        <Skeleton height="max(0.56rem, 52px)" radius="m" />
        <Skeleton height="max(0.56rem, 52px)" radius="m" />
        <Skeleton height="max(0.56rem, 52px)" radius="m" />
      </div>
    )
  }
  if (store.list.length === 0) {
    return (
      <EmptyState
        compact
        illustration={emptyArt.gift}
        title={t('loyalty.share.empty')}
        text={store.level === 1 ? t('loyalty.share.emptyText') : t('loyalty.share.emptyDeep')}
      />
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {store.list.map((invitee, index) => (
          <li key={`${invitee.joinedAt} ${index}`}>
            <Person invitee={invitee} />
          </li>
        ))}
      </ul>
      {store.more === 'failed' && (
        <p role="alert" className={styles.failed}>
          {t('loyalty.share.moreFailed')}
        </p>
      )}
      {store.hasMore && (
        <Button full loading={store.more === 'loading'} onClick={() => void store.loadMore()}>
          {store.more === 'failed' ? t('actions.retry') : t('loyalty.share.more')}
        </Button>
      )}
    </>
  )
})

const Person = observer(function Person({ invitee }: { invitee: Invitee }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <ListRow
      icon={<Avatar index={invitee.avatar} />}
      plate={false}
      title={invitee.player}
      text={t('loyalty.share.since', { date: formatDate(invitee.joinedAt, language.selected) })}
      value={
        invitee.isValid ? (
          <Badge tone="success">{t('loyalty.share.valid')}</Badge>
        ) : (
          <Badge>{t(invitee.hasDeposited ? 'loyalty.share.deposited' : 'loyalty.share.notDeposited')}</Badge>
        )
      }
    />
  )
})
