import { CheckCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { QueueCount, QueueKind } from '#contract/office/queue.ts'
import { approvalCalls } from '#contract/office/approvals.ts'
import { classes } from '#renderer/ui/classes.ts'
import { useOffice, useSession } from '../../data/context.ts'
import { useQueue } from '../../data/useQueue.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { listAddress } from '../../ui/list/listAddress.ts'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { approvalActions, approvalColumns, approvalName } from '../approvals/approvalParts.tsx'
import styles from './QueuePage.module.css'

const shownApprovals = 10

/** The list of what waits, and nothing else in it. */
const lists: Record<QueueKind, { path: string; to: string }> = {
  approvals: waiting('/approvals', { state: 'pending' }),
  identities: { path: '/identities', to: '/identities' },
  withdrawals: waiting('/withdrawals', { state: 'waiting' }),
  chats: { path: '/support', to: '/support?state=waiting' },
  riskHits: waiting('/risk/hits', { state: 'open' }),
  overdueMatches: waiting('/sports', { stage: 'overdue' }),
  reconciliation: waiting('/reconciliation', { state: 'open' }),
}

function waiting(path: string, filter: Record<string, string>): { path: string; to: string } {
  return { path, to: listAddress(path, filter) }
}

/** The first page: what waits for the person. */
export default function QueuePage() {
  const { t } = useTranslation()
  const { state } = useSession()
  const queue = useQueue()
  const counts = queue.data?.counts ?? []
  const areApprovalsWaiting = counts.some(({ kind, count }) => kind === 'approvals' && count > 0)
  return (
    <>
      <PageHeader
        title={t('queue.title')}
        {...(state.stage === 'full' ? { text: t('queue.greeting', { name: state.person.name }) } : {})}
      />
      <PageBody>
        {queue.data ? (
          <div className={styles.cards}>
            {counts.map((count) => (
              <QueueCard key={count.kind} {...count} />
            ))}
          </div>
        ) : queue.error ? (
          <Failed error={queue.error} onRetry={() => void queue.refetch()} />
        ) : (
          <LoadingLines count={3} />
        )}
        {queue.data && counts.every(({ count }) => count === 0) && (
          <Empty icon={CheckCheck} title={t('queue.nothing')} text={t('queue.nothingText')} />
        )}
        {areApprovalsWaiting && (
          <Panel
            title={t('queue.waiting')}
            isFlush
            aside={
              <ButtonLink tone="plain" to={lists.approvals.to}>
                {t('queue.all')}
              </ButtonLink>
            }
          >
            <RelatedList
              call={approvalCalls.list}
              query={{ state: 'pending', perPage: shownApprovals }}
              columns={approvalColumns}
              rowName={(row) => approvalName(row, t)}
              open={({ id }) => `/approvals/${id}`}
              actions={approvalActions}
              label={t('queue.waiting')}
              empty="approvals.empty"
            />
          </Panel>
        )}
      </PageBody>
    </>
  )
}

function QueueCard({ kind, count, oldestAt }: QueueCount) {
  const { t } = useTranslation()
  const { paths } = useOffice()
  const { path, to } = lists[kind]
  const content = (
    <>
      <span className={styles.label}>{t(`queue.${kind}`)}</span>
      <span className={classes(styles.count, count === 0 && styles.none)}>
        {count >= 1000 ? '1000+' : count}
      </span>
      <span className={styles.oldest}>
        {oldestAt !== null && (
          <>
            <span>{t('queue.oldest')}</span>
            <Time value={oldestAt} />
          </>
        )}
      </span>
    </>
  )
  if (!paths.has(path)) return <div className={styles.card}>{content}</div>
  return (
    <Link to={to} className={styles.card}>
      {content}
    </Link>
  )
}
