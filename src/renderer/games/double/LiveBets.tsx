import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { doubleColour, doubleColours, doublePayTable, type DoubleColour } from '#contract/games/double.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { DoubleStore } from './DoubleStore.ts'
import styles from './LiveBets.module.css'

/** The latest results of the shared wheel, newest first. */
export const LastResults = observer(function LastResults({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const results = game.state?.history ?? []
  return (
    <ul className={styles.last} aria-label={t('originals.double.last')}>
      {results.length === 0 && <li className={styles.none}>{t('originals.double.lastEmpty')}</li>}
      {results.map(({ roundId, slot }) => (
        <li
          key={roundId}
          data-colour={doubleColour(slot)}
          aria-label={t('originals.double.lastItem', {
            slot,
            colour: t(`games.colours.${doubleColour(slot)}`),
          })}
        >
          {slot}
        </li>
      ))}
    </ul>
  )
})

/** The total stake on each colour, and the bets of all players as they arrive. */
export const LiveBets = observer(function LiveBets({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const money = (value: Cents) => formatMoney(value, language.selected)
  const round = game.state?.round
  const won = game.phase === 'result' ? doubleColour(game.slot) : undefined
  const own = new Set(game.state?.mine.map(({ id }) => id))
  const name = (colour: DoubleColour) => t(`games.colours.${colour}`)
  return (
    <section className={styles.live}>
      <dl className={styles.totals} aria-label={t('originals.double.totals')}>
        {doubleColours.map((colour) => (
          <div key={colour} data-won={won === colour}>
            <dt>
              <i data-colour={colour} />
              {name(colour)}
              <b>{formatNumber(multiplierNumber(doublePayTable[colour].multiplier), language.selected)}x</b>
            </dt>
            <dd>
              <b>{money((round?.totals[colour].amount ?? 0) as Cents)}</b>
              <small>{t('originals.double.players', { count: round?.totals[colour].count ?? 0 })}</small>
            </dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.title}>{t('originals.double.live')}</h2>
      <ul className={styles.bets} aria-label={t('originals.double.live')} tabIndex={0}>
        {round?.bets.length === 0 && <li className={styles.none}>{t('originals.double.liveEmpty')}</li>}
        {round?.bets.map((bet) => (
          <li key={bet.id} data-own={own.has(bet.id)} data-won={won === bet.colour}>
            <i data-colour={bet.colour} role="img" aria-label={name(bet.colour)} />
            <span>{bet.player}</span>
            <b>{money(bet.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
})
