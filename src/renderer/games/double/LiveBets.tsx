import { observer } from 'mobx-react-lite'
import { memo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import {
  doubleColour,
  doubleColours,
  doublePayTable,
  settleDouble,
  type DoubleColour,
} from '#contract/games/double.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { add, max, ZERO, type Cents } from '#contract/money.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
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
  const { language, session } = useStores()
  const { selected } = language
  const money = (value: Cents) => formatMoney(value, selected)
  const { round, mine = [] } = game.state ?? {}
  const result = game.phase === 'result' ? { slot: game.slot, colour: doubleColour(game.slot) } : undefined
  const total = round?.totals[colour]
  const own = mine.filter((bet) => bet.colour === colour)
  const staked = add(ZERO, ...own.map(({ amount }) => amount))
  // Without the amounts that players hide; one's own is known.
  const pool = max(total?.amount ?? ZERO, staked)
  // The player's own are one row, the first.
  const others =
    round?.bets.filter((bet) => bet.colour === colour && !own.some(({ id }) => id === bet.id)) ?? []
  // What a winner gets back, not what was staked.
  const shown = (amount: Cents) =>
    result ? settleDouble(amount, { colour }, result).payout || amount : amount
  const hasWon = result?.colour === colour
  return (
    <li
      className={styles.column}
      data-won={result && hasWon}
      data-bets={staked > ZERO || others.length > 0 || undefined}
    >
      <div className={styles.head} data-colour={colour}>
        <span className={styles.name}>
          <span>{t(`games.colours.${colour}`)}</span>
          <b>{`${formatNumber(multiplierNumber(doublePayTable[colour].multiplier), selected)}x`}</b>
        </span>
        <Amount text={total && (pool > ZERO || total.count === 0) ? money(pool) : '–'} />
        <small>{total ? t('originals.double.players', { count: total.count }) : '–'}</small>
      </div>
      <ul className={styles.bets} aria-label={t(`games.colours.${colour}`)} tabIndex={0}>
        {staked > ZERO && (
          <Bet
            name={t('originals.double.yours')}
            picture={session.player?.avatar ?? 0}
            amount={money(add(ZERO, ...own.map(({ amount }) => shown(amount))))}
            isOwn
            hasWon={hasWon}
          />
        )}
        {others.map((bet) => (
          <Bet
            key={bet.id}
            name={bet.player ?? t('originals.double.anonymous')}
            picture={bet.avatar}
            amount={bet.amount === null ? null : money(shown(bet.amount))}
            isOwn={false}
            hasWon={hasWon}
          />
        ))}
      </ul>
    </li>
  )
})

/** Whole in its column, however long it is. */
function Amount({ text }: { text: string }) {
  return (
    <b translate="no" className="num" style={{ '--length': text.length } as CSSProperties}>
      {text}
    </b>
  )
}

const Bet = memo(function Bet(props: {
  name: string
  /** Null for an anonymous player. */
  picture: number | null
  /** Null: the player hides it. */
  amount: string | null
  isOwn: boolean
  hasWon: boolean
}) {
  return (
    <li data-own={props.isOwn} data-won={props.hasWon}>
      <Avatar index={props.picture} className={styles.avatar} />
      <span>{props.name}</span>
      {props.amount !== null && <Amount text={props.amount} />}
    </li>
  )
})
