import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { shortCount } from '#contract/rules/onlineCount.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useStores } from '../../../stores/useStores.ts'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import type { HomeFeedStore } from '../HomeFeedStore.ts'
import styles from './LiveTicker.module.css'

const BigWinsTicker = lazy(async () => ({ default: (await import('../belowFold.ts')).BigWinsTicker }))

interface LiveTickerProps {
  feed: HomeFeedStore
  catalogue: CatalogueStore
  isPaused: boolean
}

/** One line that changes every few seconds: how many players are online, and recent big wins. */
export const LiveTicker = observer(function LiveTicker({ feed, catalogue, isPaused }: LiveTickerProps) {
  // Deferred to a separate task, because formatting the first number is slow. The wins wait for it too: they begin where
  // the number ends.
  const isLoading = useDeferredValue(feed.state === 'loading')
  return (
    <div className={styles.pulse} aria-busy={isLoading}>
      <Online feed={feed} isLoading={isLoading} />
      <Wins feed={feed} isLoading={isLoading} catalogue={catalogue} isPaused={isPaused} />
    </div>
  )
})

type PartProps = Pick<LiveTickerProps, 'feed'> & { isLoading: boolean }

const Online = observer(function Online({ feed, isLoading }: PartProps) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const { online } = feed
  if (isLoading) return <Skeleton className={styles.waiting} radius="m" />
  if (online === null) return null
  const { amount, unit } = shortCount(online)
  const figure = `${formatNumber(amount, selected, unit && amount < 100 ? 1 : 0)}${unit && ` ${unit}`}`
  return <p className={classes('num', styles.online)}>{t('home.online', { amount: figure })}</p>
})

const Wins = observer(function Wins({ feed, isLoading, catalogue, isPaused }: PartProps & LiveTickerProps) {
  const { t } = useTranslation()
  const { wins, state } = feed
  if (isLoading) return <Skeleton className={styles.waitingWins} radius="m" />
  if (wins.length === 0) return state === 'ready' && <p className={styles.quiet}>{t('home.wins.empty')}</p>
  return (
    <Suspense fallback={<Skeleton className={styles.waitingWins} radius="m" />}>
      <BigWinsTicker wins={wins} catalogue={catalogue} isPaused={isPaused} />
    </Suspense>
  )
})
