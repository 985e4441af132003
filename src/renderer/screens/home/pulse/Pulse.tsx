import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { HomeFeed } from '#contract/http/main.ts'
import { shortCount } from '#contract/rules/onlineCount.ts'
import { gameArtOf } from '../../../assets/gameArt.ts'
import { formatMoney, formatNumber } from '../../../i18n/format.ts'
import { useStores } from '../../../stores/useStores.ts'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import type { HomeFeedStore } from './HomeFeedStore.ts'
import styles from './Pulse.module.css'

type Win = HomeFeed['bigWins'][number]

interface PulseProps {
  feed: HomeFeedStore
  catalogue: CatalogueStore
  isPaused: boolean
}

/** One line that changes every few seconds: how many players are online, and recent big wins. */
export const Pulse = observer(function Pulse({ feed, catalogue, isPaused }: PulseProps) {
  return (
    <div className={styles.pulse} aria-busy={feed.state === 'loading'}>
      <Online feed={feed} />
      <Wins feed={feed} catalogue={catalogue} isPaused={isPaused} />
    </div>
  )
})

const Online = observer(function Online({ feed }: { feed: HomeFeedStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  if (feed.online === null) {
    return feed.state === 'loading' ? <Skeleton className={styles.waiting} radius="m" /> : null
  }
  const { amount, unit } = shortCount(feed.online)
  const figure = `${formatNumber(amount, selected, unit && amount < 100 ? 1 : 0)}${unit && ` ${unit}`}`
  return <p className={classes('num', styles.online)}>{t('home.online', { amount: figure })}</p>
})

const Wins = observer(function Wins({ feed, catalogue, isPaused }: PulseProps) {
  const { t } = useTranslation()
  const { wins, state } = feed
  if (state === 'loading') return <Skeleton className={styles.waitingWins} radius="m" />
  if (wins.length === 0) return <p className={styles.quiet}>{t('home.wins.empty')}</p>
  const list = wins.map((win) => (
    <WinLine key={`${win.player} ${win.at}`} win={win} game={catalogue.find(win.gameCode)?.name} />
  ))
  const runs = wins.length > 2
  return (
    <div
      className={classes(styles.window, isPaused && styles.still)}
      role="region"
      aria-label={t('home.wins.label')}
      tabIndex={0}
    >
      <div
        className={classes(styles.band, runs && styles.running)}
        style={{ animationDuration: `${wins.length * 4}s` }}
      >
        <ul className={styles.list}>{list}</ul>
        {runs && (
          <ul className={classes(styles.list, styles.copy)} aria-hidden>
            {list}
          </ul>
        )}
      </div>
    </div>
  )
})

/** Placeholder for the amount while the sentence is built, so that it can be styled in any language. */
const mark = '\u0001'

const WinLine = observer(function WinLine({ win, game }: { win: Win; game: string | undefined }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const values = { player: win.player, amount: mark, game: game ?? '' }
  const [before, after] = t(game ? 'home.wins.line' : 'home.wins.lineNoGame', values).split(mark)
  return (
    <li className={classes('num', styles.win)}>
      <img src={gameArtOf(win.gameCode)} alt="" width="22" height="22" className={styles.thumb} />
      <span>
        {before}
        <b className={styles.amount}>{formatMoney(win.amount, selected)}</b>
        {after}
      </span>
    </li>
  )
})
