import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
import Flame from 'lucide-react/icons/flame'
import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import { Fragment, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInHouse, houseDay } from '#contract/houseTime.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { MyTickets } from '../../features/tickets/MyTickets.tsx'
import { ZoneNote } from '../../features/odds/ZoneNote.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import { usePressed } from '../../ui/usePressed.ts'
import styles from './Board.module.css'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import type { BoardStore, Group, When } from './BoardStore.ts'
import { ColumnHeads } from './ColumnHeads.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import { groupName, LeagueLinks, leagueId } from './LeagueLinks.tsx'
import { listedMarkets, marketHead } from '../../features/odds/matchTexts.ts'
import { MatchRow } from './MatchRow.tsx'
import { OddsFormatSelect } from './OddsFormatSelect.tsx'
import { SportChips } from './SportChips.tsx'
import { SportIcon } from './sportIcons.tsx'

interface BoardProps {
  board: BoardStore
  /** Shows the player's own bets instead of the matches. */
  showsTickets: boolean
  showTickets: (shown: boolean) => void
}

/** The sports, the live and upcoming matches by league, and the player's own bets. */
export const Board = observer(function Board(props: BoardProps) {
  const { board, showsTickets, showTickets } = props
  const { t } = useTranslation()
  const { session } = useStores()
  const isWide = useIsWide()
  useLayoutEffect(() => {
    if (board.scrollTop > 0) window.scrollTo(0, board.scrollTop)
    return () => void (board.scrollTop = window.scrollY)
  }, [board])
  const shown = showsTickets && session.isLoggedIn ? 'tickets' : board.when
  const choose = (next: When | 'tickets') => {
    if (next !== 'tickets') board.setWhen(next)
    showTickets(next === 'tickets')
  }
  return (
    <div className={styles.board}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('sports.title')}</h1>
        {shown !== 'tickets' && (
          <div className={styles.search}>
            <SearchBox
              label={t('sports.board.search')}
              placeholder={t('sports.board.searchShort')}
              clearLabel={t('sports.board.clearSearch')}
              value={board.query}
              onChange={(query) => board.setQuery(query)}
            />
          </div>
        )}
        <div className={styles.format}>{isWide && <OddsFormatSelect />}</div>
      </div>
      <div className={styles.nav}>
        <SportChips board={board} className={styles.sports} />
        {isWide && <LeagueLinks board={board} />}
      </div>
      <SegmentedTabs
        className={styles.tabs}
        aria-label={t('sports.board.tabs')}
        value={shown}
        onChange={choose}
        tabs={[
          { value: 'live', label: t('sports.board.live') },
          { value: 'today', label: t('sports.board.todayTab') },
          { value: 'upcoming', label: t('sports.board.upcoming') },
          ...(session.isLoggedIn ? [{ value: 'tickets' as const, label: t('sports.board.tickets') }] : []),
        ]}
      >
        {shown === 'tickets' ? (
          <MyTickets />
        ) : (
          <div className={styles.matchesTab}>
            {!isWide && <MarketChoice board={board} />}
            <Matches board={board} />
          </div>
        )}
      </SegmentedTabs>
    </div>
  )
})

/** Which market the rows of a narrow screen show; a wide one has a column for each. */
const MarketChoice = observer(function MarketChoice({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  const [shown, press] = usePressed(board.market, (market) => board.setMarket(market))
  return (
    <div className={styles.choice}>
      <ChipRow aria-label={t('sports.board.market')} className={styles.markets}>
        {listedMarkets.map((market) => (
          <Chip key={market} selected={market === shown} onClick={() => press(market)}>
            {marketHead(t, market, board.sport)}
          </Chip>
        ))}
      </ChipRow>
      <OddsFormatSelect />
    </div>
  )
})

/** Leagues of so few matches share one head in the table: one of its own takes half the height of a match. */
const fewMatches = 2

/** Small leagues that follow one another together, everything else by itself. */
function withSharedHeads({ shown, favourites }: BoardStore): Group[][] {
  const isSmall = ({ kind, name, ids }: Group) =>
    kind === 'league' && ids.length <= fewMatches && !favourites.has('folded', name)
  const parts: Group[][] = []
  for (const group of shown) {
    const last = parts.at(-1)
    if (last && isSmall(group) && last.every((each) => isSmall(each) && each.part === group.part))
      last.push(group)
    else parts.push([group])
  }
  return parts
}

const Matches = observer(function Matches({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  // React renders a change of a store at once. Deferred, it renders the rows in short tasks, between which the page reacts.
  const areRowsDue = useDeferredValue(board.state === 'ready')
  const { target } = board
  // With each change of the list: a league may come later than its link.
  useLayoutEffect(() => {
    const section = target && document.getElementById(leagueId(target))
    if (!section) return
    section.scrollIntoView({ block: 'start' })
    board.reach()
  })
  if (board.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('sports.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void board.load()}
      />
    )
  }
  if (board.state === 'loading' || !areRowsDue) return <BoardSkeleton />
  if (board.leagues.length === 0) return <NoMatches board={board} />
  if (board.shown.length === 0) return <NothingFound board={board} />
  const heads = isWide ? withSharedHeads(board) : board.shown.map((group) => [group])
  return (
    <div className={styles.leagues}>
      {heads.map((groups, index) => {
        const [first] = groups
        const isPartBegun = first?.part !== undefined && first.part !== heads[index - 1]?.[0]?.part
        return (
          <Fragment key={first && leagueId(first)}>
            {isPartBegun && <PartHead board={board} part={first.part ?? 0} />}
            {groups.length > 1 ? (
              <SmallLeagues board={board} leagues={groups} />
            ) : (
              groups.map((group) => <MatchGroup key={leagueId(group)} board={board} group={group} />)
            )}
          </Fragment>
        )
      })}
      <More board={board} />
      <ZoneNote className={styles.note} />
      {board.isSimulated && <p className={styles.note}>{t('sports.board.simulated')}</p>}
    </div>
  )
})

function partId(part: number): string {
  return `board-part-${part}`
}

/** Where the matches begin that a further page has, which have their leagues again: after these times. */
const PartHead = observer(function PartHead({ board, part }: { board: BoardStore; part: number }) {
  const { t } = useTranslation()
  const { clock, language } = useStores()
  const startsAt = board.partTime(part)
  if (startsAt === undefined) return null
  const date = new Date(startsAt)
  const day = houseDay(date) === houseDay(new Date(clock.now())) ? {} : ({ dateStyle: 'short' } as const)
  const time = formatInHouse(date, language.selected, { ...day, timeStyle: 'short' })
  return (
    <p id={partId(part)} className={styles.part} tabIndex={-1}>
      {t('sports.board.from', { time })}
    </p>
  )
})

/** The end of what is loaded: the next page is loaded before it is scrolled into view, and by its button. */
const More = observer(function More({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, more } = board
  useEffect(() => {
    if (!end.current || !hasMore || more !== 'idle') return
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void board.loadMore(),
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [board, hasMore, more])
  if (!hasMore) return null
  const load = async () => {
    await board.loadMore()
    // For those who go on by keyboard: the button is below what has come, or gone.
    requestAnimationFrame(() =>
      document.getElementById(partId(board.lastPart))?.focus({ preventScroll: true }),
    )
  }
  return (
    <div ref={end} className={styles.more}>
      {more === 'failed' && <p role="alert">{t('sports.tickets.moreFailed')}</p>}
      <Button loading={more === 'loading'} onClick={() => void load()}>
        {t(more === 'failed' ? 'actions.retry' : 'sports.board.showMore')}
      </Button>
    </div>
  )
})

const icons = { favourites: Star, popular: Flame, next: Clock }

const MatchGroup = observer(function MatchGroup({ board, group }: { board: BoardStore; group: Group }) {
  const { t } = useTranslation()
  const { favourites, sport } = board
  const isWide = useIsWide()
  const name = groupName(t, group)
  // What was searched for is never hidden.
  const isFolded = favourites.has('folded', group.name) && board.query === ''
  const Icon = group.kind === 'league' ? undefined : icons[group.kind]
  return (
    <section id={leagueId(group)} className={styles.league} aria-label={name}>
      <div className={styles.leagueHead}>
        <h2 className={styles.leagueTitle}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            onClick={() => favourites.toggle('folded', group.name)}
          >
            {Icon ? (
              <Icon className={styles.leagueIcon} aria-hidden />
            ) : (
              <SportIcon sport={sport} className={styles.leagueIcon} />
            )}
            <span className={styles.leagueName}>{name}</span>
            <span className={styles.leagueCount} aria-hidden>
              {group.ids.length}
            </span>
            <ChevronDown className={styles.chevron} aria-hidden />
          </button>
        </h2>
        {isWide && !isFolded && <ColumnHeads sport={sport} />}
        {group.kind === 'league' && (
          <FavouriteButton favourites={favourites} kind="leagues" id={group.name} name={name} />
        )}
      </div>
      {!isFolded && (
        <ul className={styles.matches}>
          {group.ids.map((id) => (
            <li key={id}>
              <MatchRow
                board={board}
                id={id}
                isTable={isWide}
                hasLeague={isWide && group.kind !== 'league'}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

/** Small leagues below one head; their rows say which league they are of. */
function SmallLeagues({ board, leagues }: { board: BoardStore; leagues: readonly Group[] }) {
  const { t } = useTranslation()
  const { sport } = board
  return (
    <div className={styles.league}>
      <div className={styles.leagueHead}>
        <span className={classes(styles.leagueTitle, styles.fold)}>
          <SportIcon sport={sport} className={styles.leagueIcon} />
          <span className={styles.leagueName}>{t(`sports.kinds.${sport}`)}</span>
          <span className={styles.leagueCount} aria-hidden>
            {leagues.reduce((sum, { ids }) => sum + ids.length, 0)}
          </span>
        </span>
        <ColumnHeads sport={sport} />
      </div>
      <div className={styles.matches}>
        {leagues.map((group) => (
          <section key={group.name} id={leagueId(group)} aria-label={group.name}>
            <ul>
              {group.ids.map((id) => (
                <li key={id}>
                  <MatchRow board={board} id={id} isTable hasLeague />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

const NothingFound = observer(function NothingFound({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  if (board.searchState === 'loading') return <BoardSkeleton />
  if (board.searchState === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('sports.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void board.loadMore()}
      />
    )
  }
  return (
    <EmptyState
      illustration={emptyArt.search}
      title={t('sports.board.nothingFound')}
      action={
        <Button variant="primary" onClick={() => board.setQuery('')}>
          {t('sports.board.clearSearch')}
        </Button>
      }
    />
  )
})

/** Shown when there are no matches of this kind: links to the other kind, another sport, or the originals. */
const NoMatches = observer(function NoMatches({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  const { navigation } = useStores()
  const { sport, when, otherSport } = board
  const other: When = when === 'upcoming' ? 'live' : 'upcoming'
  const hasOther = board.count(sport, other) !== 0
  const empty = { live: 'emptyLive', today: 'emptyToday', upcoming: 'emptyUpcoming' } as const
  return (
    <EmptyState
      illustration={emptyArt.search}
      title={t(`sports.board.${empty[when]}`)}
      text={t(when === 'live' ? 'sports.board.emptyLiveText' : 'sports.board.emptyUpcomingText')}
      action={
        <div className={styles.actions}>
          {hasOther && (
            <Button variant="primary" onClick={() => board.setWhen(other)}>
              {t(other === 'live' ? 'sports.board.showLive' : 'sports.board.showUpcoming')}
            </Button>
          )}
          {otherSport && (
            <Button
              icon={<SportIcon sport={otherSport} />}
              variant={hasOther ? 'secondary' : 'primary'}
              onClick={() => board.setSport(otherSport)}
            >
              {t(`sports.kinds.${otherSport}`)}
            </Button>
          )}
          {!hasOther && !otherSport && (
            <Button variant="primary" onClick={() => navigation.go('/home?tab=originals')}>
              {t('sports.play')}
            </Button>
          )}
        </div>
      }
    />
  )
})
