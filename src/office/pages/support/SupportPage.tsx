import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare, Settings2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { chatStates, supportCalls, type ChatRow } from '#contract/office/support.ts'
import { classes } from '#renderer/ui/classes.ts'
import { useSearch } from '../../data/address.ts'
import { useOffice } from '../../data/context.ts'
import { Badge, CountBadge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { FilterBar, type FilterValues } from '../../ui/list/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { Conversation } from './Conversation.tsx'
import { ChatState } from './supportParts.tsx'
import styles from './support.module.css'

const perPage = 50
const filterNames = ['q', 'state', 'assigned']
/** A player who writes waits no longer than this to be seen, in ms. */
const refreshMs = 5_000

/** The inbox of the support chat: who waits longest first, and the conversation beside it. */
export default function SupportPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const navigate = useNavigate()
  const [search, changeSearch] = useSearch()
  const { client } = useOffice()
  const filter: FilterValues = useMemo(
    () =>
      Object.fromEntries(
        filterNames.flatMap((name) => {
          const value = search.get(name)
          return value ? [[name, value]] : []
        }),
      ),
    [search],
  )
  const list = useInfiniteQuery({
    queryKey: ['support', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(supportCalls.list, { query: { ...filter, page: pageParam, perPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length + 1 : undefined),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
  // A page may have moved while the next one was read.
  const rows = [...new Map(list.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
  const addressOf = (row: ChatRow) => ({
    pathname: `/support/${encodeURIComponent(row.id)}`,
    search: search.toString(),
  })
  const move = (step: 1 | -1) => {
    const at = rows.findIndex((row) => row.id === id)
    const next = rows[at === -1 ? 0 : at + step]
    if (next) void navigate(addressOf(next))
  }
  useKeys([
    { key: 'j', label: t('support.next'), run: () => move(1) },
    { key: 'k', label: t('support.previous'), run: () => move(-1) },
  ])
  const active = useRef<HTMLAnchorElement>(null)
  useEffect(() => void active.current?.scrollIntoView({ block: 'nearest' }), [id])
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('support.title')}
        actions={
          <ButtonLink to="/support/canned" icon={Settings2}>
            {t('support.canned')}
          </ButtonLink>
        }
      />
      <div className={classes(styles.panes, id !== undefined && styles.hasChat)}>
        <section className={styles.inbox} aria-label={t('support.inbox')}>
          <FilterBar
            filters={[
              { name: 'q', label: 'support.search', kind: 'search' },
              {
                name: 'state',
                label: 'support.state',
                kind: 'select',
                choices: chatStates.map((value) => ({ value, label: t(`chatStates.${value}`) })),
              },
              {
                name: 'assigned',
                label: 'support.assigned',
                kind: 'select',
                choices: [
                  { value: 'me', label: t('support.mine') },
                  { value: 'nobody', label: t('support.nobodys') },
                ],
              },
            ]}
            values={filter}
            onChange={(values) =>
              changeSearch((next) => {
                for (const name of filterNames) next.delete(name)
                for (const [name, value] of Object.entries(values)) next.set(name, value)
              })
            }
          />
          {list.data ? (
            rows.length === 0 ? (
              <Empty icon={MessagesSquare} title={t('support.empty')} text={t('support.emptyText')} />
            ) : (
              <ol className={styles.rows}>
                {rows.map((row) => (
                  <li key={row.id}>
                    <Link
                      to={addressOf(row)}
                      className={styles.row}
                      {...(row.id === id ? { 'aria-current': 'true' as const, ref: active } : {})}
                    >
                      <span className={styles.line}>
                        <strong className={styles.email}>{row.email}</strong>
                        <CountBadge count={row.unread} label={t('support.unread', { count: row.unread })} />
                        <Time value={row.waitingSince ?? row.last.at} />
                      </span>
                      <span className={styles.text}>
                        {row.last.from === 'support' ? `${t('support.us')}: ${row.last.text}` : row.last.text}
                      </span>
                      <span className={styles.line}>
                        <ChatState {...row} />
                        {row.assignedToName !== null && <Badge>{row.assignedToName}</Badge>}
                      </span>
                    </Link>
                  </li>
                ))}
                {list.hasNextPage && (
                  <li className={styles.more}>
                    <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                      {t('support.more')}
                    </Button>
                  </li>
                )}
              </ol>
            )
          ) : list.error ? (
            <Failed error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <LoadingLines />
          )}
        </section>
        {id === undefined ? (
          <div className={styles.none}>
            <Empty icon={MessagesSquare} title={t('support.choose')} text={t('support.chooseText')} />
          </div>
        ) : (
          <Conversation key={id} id={id} back={{ pathname: '/support', search: search.toString() }} />
        )}
      </div>
    </div>
  )
}
