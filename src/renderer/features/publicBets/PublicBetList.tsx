import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PublicBet } from '#contract/http/publicBets.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import styles from './PublicBetList.module.css'
import type { BetList, PublicBetsStore } from './PublicBetsStore.ts'

interface PublicBetListProps {
  store: PublicBetsStore
  list: BetList
  /** The name of a game, where the list is of several. */
  nameOf?: (gameCode: string) => string
  className?: string | undefined
}

/** What others have won; a round opens its public proof. */
export const PublicBetList = observer(function PublicBetList({
  store,
  list,
  nameOf,
  className,
}: PublicBetListProps) {
  const { t } = useTranslation()
  const { state } = store
  const bets = store.betsOf(list)
  return (
    <div
      // The tabs of home are those of the games.
      role="group"
      aria-label={t(`home.bets.${list}`)}
      aria-busy={state === 'loading'}
      className={classes(styles.panel, className)}
    >
      {state === 'failed' && (
        <ErrorState
          compact
          text={t('home.bets.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.load()}
        />
      )}
      {state === 'ready' && bets.length === 0 && <p className={styles.empty}>{t('home.bets.empty')}</p>}
      <ul className={styles.list}>
        {bets.map((bet) => (
          <li key={bet.roundId ?? `${bet.player} ${bet.time}`}>
            <Row bet={bet} game={nameOf?.(bet.gameCode)} />
          </li>
        ))}
      </ul>
    </div>
  )
})

const Row = observer(function Row({ bet, game }: { bet: PublicBet; game: string | undefined }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const { roundId, player, avatar, multiplier, stake, payout } = bet
  const times = formatMultiplier(multiplier, selected)
  const amount = payout === null ? null : formatMoney(payout, selected)
  return (
    <span className={styles.row} data-amounts={amount !== null && stake !== null}>
      <Avatar index={avatar} className={styles.avatar} />
      <span className={styles.who}>
        <b translate="no">{player}</b>
        {game !== undefined && <small>{game}</small>}
      </span>
      <span translate="no" className={styles.multiplier}>
        {times}
      </span>
      {amount !== null && stake !== null && (
        <span translate="no" className={styles.money}>
          <b>{amount}</b>
          <small>{formatMoney(stake, selected)}</small>
        </span>
      )}
      {roundId !== null && (
        <Link
          to={`/fair?public=${encodeURIComponent(roundId)}`}
          className={styles.proof}
          // A game's name leads to the game.
          aria-label={`${t('home.fair.action')}: ${player}, ${amount ?? times}`}
        />
      )}
    </span>
  )
})
