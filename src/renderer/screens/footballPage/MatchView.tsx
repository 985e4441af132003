import ChevronLeft from 'lucide-react/icons/chevron-left'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { Match } from '#contract/http/sports.ts'
import { isStopped } from '#contract/rules/markets.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { gameTimeName } from '../../features/odds/optionText.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { SlipStore } from '../../features/betSlip/SlipStore.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { pickOf } from './pickOf.ts'
import { MarketCard } from './MarketCard.tsx'
import { MatchSkeleton } from './MatchSkeleton.tsx'
import { MatchStore } from './MatchStore.ts'
import { sidesOf } from '../../features/odds/matchTexts.ts'
import styles from './MatchView.module.css'
import { OddsFormatSelect } from './OddsFormatSelect.tsx'
import { RulesLinks } from '../../features/odds/RulesLinks.tsx'
import { PinnedMarkets } from './PinnedMarkets.ts'
import { hasBegun, Scoreboard } from './Scoreboard.tsx'
import { StickyScore } from './StickyScore.tsx'

/** Below the markets, so that the board does not wait for it. */
const MatchCourse = lazy(async () => ({ default: (await import('./MatchCourse.tsx')).MatchCourse }))

/** One match: the score, and all its markets by period. */
export const MatchView = observer(function MatchView({ id, pick }: { id: string; pick: string | null }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new MatchStore(root, id))
  useEffect(() => store.start(), [store])
  useLayoutEffect(() => {
    // In braces, because newer browsers return a value from scrollTo, which React would take for a cleanup.
    window.scrollTo(0, 0)
  }, [])
  const { match, state } = store
  usePick(match, pick)
  const shadow = useRef<HTMLSpanElement>(null)
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <BackButton />
        <div className={styles.titles}>
          <h1 className={styles.title}>{match ? sidesOf(match) : t('sports.title')}</h1>
          {match && (
            <p className={styles.league}>{`${t(`sports.kinds.${match.sport}`)} · ${match.league}`}</p>
          )}
        </div>
      </div>
      {state === 'loading' && <MatchSkeleton />}
      {state === 'failed' && (
        <ErrorState
          illustration={emptyArt.offline}
          text={t('sports.match.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.retry()}
        />
      )}
      {state === 'gone' && (
        <EmptyState
          illustration={emptyArt.search}
          title={t('sports.match.gone')}
          text={t('sports.match.goneText')}
          action={<BackToBoard />}
        />
      )}
      {match && (
        <>
          <div className={styles.track}>
            <StickyScore match={match} shadow={shadow} />
          </div>
          <Scoreboard shadow={shadow} match={match} />
          {isStopped(match.period) && <p className={styles.stopped}>{t('sports.match.stoppedText')}</p>}
          <div className={styles.betting}>
            {match.markets.length > 0 ? <Markets store={store} match={match} /> : <NoMarkets match={match} />}
          </div>
          <PartBoundary>
            <Suspense fallback={!hasBegun(match) && <FormSkeleton />}>
              <MatchCourse match={match} />
            </Suspense>
          </PartBoundary>
          <RulesLinks of={[{ sport: match.sport }]} />
        </>
      )}
    </div>
  )
})

/** Puts the price that the address names on the slip, once, if it is open. */
function usePick(match: Match | null, key: string | null): void {
  const slip = useStores().feature(SlipStore)
  const [, setQuery] = useSearchParams()
  useEffect(() => {
    if (!match || key === null) return
    const market = match.markets.find(({ options }) => options.some((option) => option.key === key))
    const option = market?.options.find((each) => each.key === key)
    const isOpen = market && !market.suspended && !match.suspended && !option?.suspended
    if (option && isOpen && !slip.has(match.id, key)) slip.toggle(pickOf(match, option))
    setQuery({ match: match.id }, { replace: true })
  }, [match, key, slip, setQuery])
}

/** Back to the board as it was left. Goes back in history, so that another "back" leaves the sports page. */
function BackButton() {
  const { t } = useTranslation()
  const { navigation } = useStores()
  const state = useLocation().state as { isFromBoard?: boolean } | null
  const back = () =>
    state?.isFromBoard ? navigation.back() : navigation.go('/footballPage', { replace: true })
  return (
    <IconButton aria-label={t('sports.match.back')} onClick={back}>
      <ChevronLeft aria-hidden />
    </IconButton>
  )
}

function BackToBoard() {
  const { t } = useTranslation()
  return (
    <LinkButton variant="primary" to="/footballPage" replace>
      {t('sports.match.back')}
    </LinkButton>
  )
}

const Markets = observer(function Markets({ store, match }: { store: MatchStore; match: Match }) {
  const { t } = useTranslation()
  const pins = useStores().feature(PinnedMarkets)
  const id = useId()
  return (
    <>
      <ChipRow role="tablist" aria-label={t('sports.match.times')}>
        {store.gameTimes.map((gameTime) => (
          <Chip
            key={gameTime}
            role="tab"
            id={`${id}-${gameTime}`}
            aria-controls={`${id}-panel`}
            selected={gameTime === store.gameTime}
            onClick={() => store.setGameTime(gameTime)}
          >
            {gameTimeName(t, gameTime)}
          </Chip>
        ))}
      </ChipRow>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${store.gameTime}`}
        className={styles.markets}
      >
        {pins.sort(store.groups).map((group) => (
          <MarketCard key={group.market} match={match} group={group} />
        ))}
        <div className={styles.format}>
          <OddsFormatSelect />
        </div>
      </div>
    </>
  )
})

const afterMatch: readonly number[] = [MatchPeriod.overtime, MatchPeriod.penalties]

function NoMarkets({ match }: { match: Match }) {
  const { t } = useTranslation()
  // Periods below 0: finished, cancelled or interrupted. Bets are on the match without overtime.
  const isOver = match.period < 0 || afterMatch.includes(match.period)
  return (
    <EmptyState
      compact
      illustration={emptyArt.closed}
      title={t(isOver ? 'sports.match.over' : 'sports.match.paused')}
      text={t(isOver ? 'sports.match.overText' : 'sports.match.pausedText')}
      action={isOver && <BackToBoard />}
    />
  )
}
