import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import {
  doubleColour,
  doubleColours,
  doublePayTable,
  settleDouble,
  type DoubleColour,
} from '#contract/games/double.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { add, ZERO, type Cents } from '#contract/money.ts'
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
      {results.length === 0 && (
        <li className={styles.none}>{game.state && t('originals.double.lastEmpty')}</li>
      )}
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

/** Three columns, one for each colour: its odds, the pool, the player's own stake, and the bets of all players. */
export const LiveBets = observer(function LiveBets({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.columns} aria-label={t('originals.double.live')} data-lit>
      {doubleColours.map((colour) => (
        <Column key={colour} game={game} colour={colour} />
      ))}
    </ul>
  )
})

const Column = observer(function Column({ game, colour }: { game: DoubleStore; colour: DoubleColour }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const money = (value: Cents) => formatMoney(value, selected)
  const { round, mine = [] } = game.state ?? {}
  const result = game.phase === 'result' ? { slot: game.slot, colour: doubleColour(game.slot) } : undefined
  const total = round?.totals[colour]
  const own = mine.filter((bet) => bet.colour === colour)
  const staked = add(ZERO, ...own.map(({ amount }) => amount))
  const bets = round?.bets.filter((bet) => bet.colour === colour) ?? []
  return (
    <li className={styles.column} data-won={result && result.colour === colour}>
      <div className={styles.head} data-colour={colour}>
        <span className={styles.name}>
          <span>{t(`games.colours.${colour}`)}</span>
          <b>{`${formatNumber(multiplierNumber(doublePayTable[colour].multiplier), selected)}x`}</b>
        </span>
        <b translate="no" className="num">
          {total ? money(total.amount) : '–'}
        </b>
        <small>{total ? t('originals.double.players', { count: total.count }) : '–'}</small>
      </div>
      {staked > ZERO && (
        <p className={styles.mine}>
          <span>{t('originals.double.yours')}</span>
          <b translate="no" className="num">
            {money(staked)}
          </b>
        </p>
      )}
      <ul className={styles.bets} aria-label={t(`games.colours.${colour}`)} tabIndex={0}>
        {bets.map((bet) => {
          // What a winner gets back, not what was staked.
          const payout = result ? settleDouble(bet.amount, bet, result).payout : undefined
          return (
            <li
              key={bet.id}
              data-own={own.some(({ id }) => id === bet.id)}
              data-won={payout && payout > ZERO}
            >
              <span>{bet.player}</span>
              <b translate="no" className="num">
                {money(payout || bet.amount)}
              </b>
            </li>
          )
        })}
      </ul>
    </li>
  )
})
