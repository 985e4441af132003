import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CheckCheck, ChevronLeft, Hand, RotateCcw, UserRoundCheck } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router-dom'
import { supportCalls, type Chat } from '#contract/office/support.ts'
import { classes } from '#renderer/ui/classes.ts'
import { useMay, useOffice, useSession } from '../../data/context.ts'
import { ActionButtons } from '../../ui/actions/ActionButtons.tsx'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { HandOver } from './HandOver.tsx'
import { ChatState } from './supportParts.tsx'
import styles from './support.module.css'

const refreshMs = 4_000

const actions: readonly Action<Chat>[] = [
  defineAction<typeof supportCalls.take, Chat>({
    call: supportCalls.take,
    icon: Hand,
    key: 't',
    reason: 'none',
    isOffered: ({ assignedToId }, reader) => assignedToId !== reader.id,
    request: ({ id, assignedToId }) => ({ params: { id }, body: { from: assignedToId } }),
  }),
  defineAction<typeof supportCalls.close, Chat>({
    call: supportCalls.close,
    icon: CheckCheck,
    key: 'e',
    reason: 'none',
    isOffered: ({ state }) => state !== 'closed',
    request: ({ id }) => ({ params: { id } }),
  }),
  defineAction<typeof supportCalls.reopen, Chat>({
    call: supportCalls.reopen,
    icon: RotateCcw,
    reason: 'none',
    isOffered: ({ state }) => state === 'closed',
    request: ({ id }) => ({ params: { id } }),
  }),
]

/** One conversation: what was written, who answers, and the field for the answer. */
export function Conversation({ id, back }: { id: string; back: To }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const may = useMay()
  const { state } = useSession()
  const runner = useActions<Chat>('support')
  const newest = useQuery({
    queryKey: ['support', 'get', id],
    queryFn: ({ signal }) => client.call(supportCalls.get, { params: { id }, query: {} }, { signal }),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
  const firstBefore = useRef<number | null>(null)
  firstBefore.current ??= newest.data?.before ?? null
  const older = useInfiniteQuery({
    queryKey: ['support', 'older', id],
    queryFn: ({ pageParam, signal }) =>
      client.call(supportCalls.get, { params: { id }, query: { before: pageParam } }, { signal }),
    initialPageParam: firstBefore.current ?? 0,
    getNextPageParam: ({ before }) => before ?? undefined,
    // Asked for by its button: what was written stays as it is.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chat = newest.data
  const pages = [...(older.data?.pages ?? []).toReversed(), ...(chat ? [chat] : [])]
  const messages = [
    ...new Map(pages.flatMap((page) => page.messages).map((each) => [each.seq, each])).values(),
  ].toSorted((a, b) => a.seq - b.seq)
  const hasOlder = older.data ? older.hasNextPage : firstBefore.current !== null

  const log = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.seq
  // A new message is shown; older ones above leave the reader where they are.
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [last])

  if (!chat)
    return (
      <section className={styles.chat} aria-label={t('support.conversation')}>
        {newest.error ? (
          <Failed error={newest.error} onRetry={() => void newest.refetch()} />
        ) : (
          <LoadingLines count={8} />
        )}
      </section>
    )
  const isMine = state.stage === 'full' && chat.assignedToId === state.person.id
  const whose =
    chat.assignedToName === null
      ? t('support.untaken')
      : isMine
        ? t('support.yours')
        : t('support.answers', { name: chat.assignedToName })
  return (
    <section className={styles.chat} aria-label={t('support.conversation')}>
      <header className={styles.head}>
        <Link to={back} className={styles.back} aria-label={t('support.inbox')}>
          <ChevronLeft aria-hidden />
        </Link>
        <div className={styles.who}>
          <h2>{chat.email}</h2>
          <p>
            <ChatState {...chat} /> <SubjectName kind="player" id={chat.id} />
            <span>{` · ${whose}`}</span>
          </p>
        </div>
        <div className={styles.buttons}>
          <ActionButtons
            actions={runner.offered(actions, chat)}
            shown={3}
            onStart={(action) => runner.start(action, [{ row: chat, name: chat.email }])}
          />
          {may(supportCalls.handOver.permission) && (
            <HandOver chat={chat} icon={UserRoundCheck} resource="support" />
          )}
        </div>
      </header>
      {/* A scrolled region is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={log} className={styles.log} role="log" aria-label={chat.email} tabIndex={0}>
        {hasOlder && (
          <Button
            tone="plain"
            isBusy={older.isFetching}
            onClick={() => void (older.data ? older.fetchNextPage() : older.refetch())}
          >
            {t('support.older')}
          </Button>
        )}
        {older.error && <Failed error={older.error} />}
        <ol>
          {messages.map((message) => (
            <li key={message.id} className={classes(styles.message, styles[message.from])}>
              <p className={styles.bubble}>{message.text}</p>
              <p className={styles.meta}>
                {message.from === 'support' && <span>{`${message.staffName ?? t('support.us')} · `}</span>}
                <Time value={message.at} as="short" />
              </p>
            </li>
          ))}
        </ol>
      </div>
      {may(supportCalls.answer.permission) && <AnswerForm chat={chat} />}
      {runner.dialog}
    </section>
  )
}
