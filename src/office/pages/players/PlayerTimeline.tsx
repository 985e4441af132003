import { useInfiniteQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  Dices,
  LogIn,
  MessageSquare,
  MessagesSquare,
  PauseCircle,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  playerCalls,
  timelineKinds,
  type TimelineEntry,
  type TimelineKind,
} from '#contract/office/players.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import { auditCalls } from '#contract/office/audit.ts'
import { supportCalls } from '#contract/office/support.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { hasText, type TextKey } from '../../i18n/i18n.ts'
import { formatExactTime } from '../../i18n/times.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { callKey } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { suspendPostedActions } from '../suspendedPrizes/suspendedPrizeActions.ts'
import { DeviceText } from './playerParts.tsx'
import styles from './players.module.css'

const icons: Record<TimelineKind, LucideIcon> = {
  money: ArrowLeftRight,
  bets: Dices,
  sessions: LogIn,
  messages: MessageSquare,
  chat: MessagesSquare,
  staff: ShieldCheck,
}

/** Everything that happened to a player, the latest first. */
export function PlayerTimeline({ id }: { id: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const [kind, setKind] = useState<TimelineKind>()
  const pages = useInfiniteQuery({
    queryKey: ['players', id, 'timeline', kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        playerCalls.timeline,
        { params: { id }, query: { ...(kind ? { kind } : {}), ...(pageParam ? { before: pageParam } : {}) } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const runner = useActions<TimelineEntry>('players')
  const nameOf = usePostingName()
  const offered = (entry: TimelineEntry) => runner.offered(suspendPostedActions, entry).length > 0
  const suspend = (entry: TimelineEntry) => {
    const [action] = suspendPostedActions
    if (action) runner.start(action, [{ row: entry, name: nameOf(entry) }])
  }
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <>
      <div className={styles.kinds} role="group" aria-label={t('players.timeline')}>
        {[undefined, ...timelineKinds].map((each) => (
          <Button
            key={each ?? ''}
            tone={each === kind ? 'quiet' : 'plain'}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {each === undefined ? t('players.all') : t(`timelineKinds.${each}`)}
          </Button>
        ))}
      </div>
      {pages.error && <Failed error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && !pages.error && <LoadingLines count={6} />}
      {pages.data && entries.length === 0 && <Empty title={t('players.nothing')} />}
      <Timeline
        items={entries.map((entry) => ({
          id: entry.id,
          at: entry.at,
          icon: icons[entry.kind],
          title: <What entry={entry} playerId={id} />,
          detail: <Detail entry={entry} />,
          ...(offered(entry) && {
            tool: (
              <IconButton
                icon={PauseCircle}
                label={`${t('calls.suspendedPrizes.suspend')}: ${nameOf(entry)}`}
                onClick={() => suspend(entry)}
              />
            ),
          }),
        }))}
      />
      {runner.dialog}
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
          {t('players.more')}
        </Button>
      )}
    </>
  )
}

/** A posting in words: what it was, its amount and when. */
function usePostingName(): (entry: TimelineEntry) => string {
  const { t } = useTranslation()
  const { locale, house } = useLanguage()
  return ({ kind, what, cashCents, bonusCents, at }) =>
    [
      whatText({ kind, what }, t),
      ...[cashCents, bonusCents].flatMap((cents) =>
        cents === null ? [] : [formatMoney(cents as Cents, house)],
      ),
      formatExactTime(at, locale),
    ].join(', ')
}

/** A posting or login by its word, the staff's action by its name. */
function whatText({ kind, what }: Pick<TimelineEntry, 'kind' | 'what'>, t: TFunction): string {
  const isCall = kind === 'staff' || what.startsWith('support.')
  const key = isCall ? callKey(what) : (`timelineWhat.${what}` as TextKey)
  return hasText(key) ? (t(key) as string) : what
}

function What({ entry, playerId }: { entry: TimelineEntry; playerId: string }) {
  const { t } = useTranslation()
  const may = useMay()
  if (entry.kind === 'messages') return <span>{t('timelineWhat.message')}</span>
  const text = whatText(entry, t)
  if (entry.kind === 'chat' && may(supportCalls.get.permission))
    return <Link to={`/support/${encodeURIComponent(playerId)}`}>{text}</Link>
  if (entry.kind === 'staff' && may(auditCalls.get.permission))
    return <Link to={`/audit/${entry.id.slice(1)}`}>{text}</Link>
  return <span>{text}</span>
}

function Detail({ entry }: { entry: TimelineEntry }) {
  if (entry.kind === 'sessions') return <DeviceText deviceType={entry.about} />
  if (entry.kind === 'messages') return <MessageKind kind={entry.what} />
  if (entry.kind === 'staff' || entry.kind === 'chat') return <span>{entry.about}</span>
  return (
    <>
      {entry.cashCents !== null && <Money cents={entry.cashCents} isChange />}{' '}
      {entry.bonusCents !== null && <Money cents={entry.bonusCents} isChange />}{' '}
      <Posted about={entry.about} />
    </>
  )
}

function MessageKind({ kind }: { kind: string }) {
  const { t } = useTranslation()
  const key = `mailKinds.${kind}`
  return <span>{hasText(key) ? (t(key as TextKey) as string) : kind}</span>
}

/** What a posting is of: `withdrawal <id>`; of a bonus its kind and what it was given for. */
function Posted({ about }: { about: string }) {
  const { t } = useTranslation()
  const [kind = '', ...rest] = about.split(' ')
  if (kind === '') return null
  const bonus = `reports.details.${kind}`
  if (!hasText(`subjects.${kind}`) && hasText(bonus)) return <span>{t(bonus as TextKey) as string}</span>
  return <SubjectName kind={kind} id={rest.join(' ') || null} />
}
