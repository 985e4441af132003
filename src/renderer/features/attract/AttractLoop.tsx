import { observer } from 'mobx-react-lite'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneNote } from '#contract/houseTime.ts'
import type { Match } from '#contract/http/sports.ts'
import { gameArtOf } from '../../assets/gameArt.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import { Logo } from '../../ui/Logo.tsx'
import { kickOffText, mainMarket, periodText, shortLabel } from '../odds/matchTexts.ts'
import { OddsStore } from '../odds/OddsStore.ts'
import styles from './AttractLoop.module.css'
import { AttractStore } from './AttractStore.ts'

/** The screen saver above the lobby of an unused terminal: live odds, wins and games, one after the other, until a touch. */
export const AttractLoop = observer(function AttractLoop() {
  const { t } = useTranslation()
  const attract = useOwnStore((root) => new AttractStore(root))
  useEffect(() => attract.start(), [attract])
  if (attract.state === 'off') return null
  return (
    <div className={classes(styles.loop, attract.state === 'leaving' && styles.leaving)}>
      <Logo size="l" className={styles.logo} />
      <div key={attract.slide} className={styles.slide}>
        {attract.slide === 'matches' && <Matches attract={attract} />}
        {attract.slide === 'wins' && <Wins attract={attract} />}
        {attract.slide === 'games' && <Games attract={attract} />}
      </div>
      {/* Main's input events end the loop; the button is for assistive technology. */}
      <button type="button" className={styles.touch}>
        {t('kiosk.attract.touch')}
      </button>
    </div>
  )
})

function Slide({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <ul className={className}>{children}</ul>
    </>
  )
}

const Matches = observer(function Matches({ attract }: { attract: AttractStore }) {
  const { t } = useTranslation()
  return (
    <Slide title={t(`kiosk.attract.${attract.when}`)} className={styles.list}>
      {attract.matches.map((match) => (
        <MatchCard key={match.id} match={match} />
      ))}
    </Slide>
  )
})

const MatchCard = observer(function MatchCard({ match }: { match: Match }) {
  const { t } = useTranslation()
  const root = useStores()
  const { selected } = root.language
  const market = mainMarket(match)
  const score = (goals: number) =>
    match.live && (
      <b translate="no" className={classes('num', styles.score)}>
        {goals}
      </b>
    )
  const time = match.live
    ? [match.minute === null ? '' : `${match.minute}′`, periodText(t, match)].join(' ')
    : [
        kickOffText(t, match.startsAt, root.clock.now(), selected),
        zoneNote(new Date(match.startsAt), selected),
      ]
        .filter((part) => part !== null)
        .join(' · ')
  return (
    <li className={styles.card}>
      <p className={styles.small}>
        <span className={styles.league}>{match.league}</span>
        <span className={classes('num', match.live && styles.live)}>{time}</span>
      </p>
      <p className={styles.side}>
        <span className={styles.name}>{match.home}</span>
        {score(match.homeScore)}
      </p>
      <p className={styles.side}>
        <span className={styles.name}>{match.away}</span>
        {score(match.awayScore)}
      </p>
      {market && !market.suspended && (
        <ul className={styles.odds}>
          {market.options
            .filter(({ suspended }) => !suspended)
            .map((option) => (
              <li key={option.key} className={styles.price}>
                <span className={styles.small}>{shortLabel(t, match, market, option, selected)}</span>
                <b translate="no" className="num">
                  {root.feature(OddsStore).text(option.odds)}
                </b>
              </li>
            ))}
        </ul>
      )}
    </li>
  )
})

const Wins = observer(function Wins({ attract }: { attract: AttractStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const nameOf = (code: string) => attract.games.find((game) => game.code === code)?.name
  return (
    <Slide title={t('kiosk.attract.wins')} className={styles.list}>
      {attract.wins.map((win) => (
        <li key={`${win.player} ${win.at}`} className={classes(styles.card, styles.win)}>
          <img src={gameArtOf(win.gameCode)} alt="" className={styles.thumb} />
          <span className={styles.name}>
            <span>{win.player}</span>
            <span className={styles.small}>{nameOf(win.gameCode)}</span>
          </span>
          <b translate="no" className={classes('num', styles.amount)}>
            {formatMoney(win.amount, selected)}
          </b>
        </li>
      ))}
    </Slide>
  )
})

const Games = observer(function Games({ attract }: { attract: AttractStore }) {
  const { t } = useTranslation()
  return (
    <Slide title={t('kiosk.attract.games')} className={styles.grid}>
      {attract.games.map((game) => (
        <li key={game.code} className={styles.game}>
          <img src={gameArtOf(game.code)} alt="" className={styles.art} />
          <span className={styles.gameName}>{game.name}</span>
        </li>
      ))}
    </Slide>
  )
})
