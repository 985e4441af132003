import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { HomeFeed } from '#contract/http/appInfo.ts'
import { gameArtOf } from '../../../assets/gameArt.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { useStores } from '../../../stores/useStores.ts'
import { classes } from '../../../ui/classes.ts'
import type { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import styles from './LiveTicker.module.css'

type Win = HomeFeed['bigWins'][number]

interface BigWinsTickerProps {
  wins: Win[]
  catalogue: CatalogueStore
  isPaused: boolean
}

/** Recent big wins in one line that moves. */
export const BigWinsTicker = observer(function BigWinsTicker({
  wins,
  catalogue,
  isPaused,
}: BigWinsTickerProps) {
  const { t } = useTranslation()
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
        <span>{before}</span>
        <b translate="no" className={styles.amount}>
          {formatMoney(win.amount, selected)}
        </b>
        <span>{after}</span>
      </span>
    </li>
  )
})
