import { observer } from 'mobx-react-lite'
import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PublicBet } from '#contract/http/publicBets.ts'
import { gameArtOf } from '../../../assets/gameArt.ts'
import { formatMoney, formatMultiplier } from '../../../i18n/format.ts'
import { useOwnStore, useStores } from '../../../stores/useStores.ts'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useHasRail } from '../../../ui/useIsWide.ts'
import { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import styles from './PublicBets.module.css'
import { betLists, PublicBetsStore, type BetList } from './PublicBetsStore.ts'

/** What others have just played, and the largest returns of the day; a round opens its public proof. */
export const PublicBets = observer(function PublicBets() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PublicBetsStore(root))
  useEffect(() => store.start(), [store])
  const hasRail = useHasRail()
  const { list } = store
  if (hasRail) {
    return betLists.map((each) => (
      <Fragment key={each}>
        <div className={styles.head}>
          <h2>{t(`home.bets.${each}`)}</h2>
        </div>
        <Bets store={store} list={each} />
      </Fragment>
    ))
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{t('home.bets.title')}</h2>
        <ChipRow role="group" aria-label={t('home.bets.title')}>
          {betLists.map((each) => (
            <Chip key={each} selected={each === list} onClick={() => store.choose(each)}>
              {t(`home.bets.${each}`)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <Bets store={store} list={list} />
    </>
  )
})

const Bets = observer(function Bets({ store, list }: { store: PublicBetsStore; list: BetList }) {
  const { t } = useTranslation()
  const { state } = store
  const bets = store.betsOf(list)
  return (
    <div
      // The tabs of this page are those of the games.
      role="group"
      aria-label={t(`home.bets.${list}`)}
      aria-busy={state === 'loading'}
      className={styles.panel}
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
            <Row bet={bet} />
          </li>
        ))}
      </ul>
    </div>
  )
})

const Row = observer(function Row({ bet }: { bet: PublicBet }) {
  const { t } = useTranslation()
  const root = useStores()
  const { selected } = root.language
  const { roundId, gameCode, player, multiplier, payout } = bet
  const known = root.feature(CatalogueStore).find(gameCode)?.name
  const amount = formatMoney(payout, selected)
  return (
    <span className={styles.row}>
      <img src={gameArtOf(gameCode)} alt="" width="32" height="32" loading="lazy" />
      <span className={styles.who}>
        <b>{known ?? (gameCode === 'sports' ? t('home.tabs.sports') : '')}</b>
        <small>{player}</small>
      </span>
      <span translate="no" className={styles.multiplier}>
        {formatMultiplier(multiplier, selected)}
      </span>
      <b className={styles.return} data-won={multiplier > 1 || undefined}>
        {amount}
      </b>
      {roundId !== null && (
        <Link
          to={`/fair?public=${encodeURIComponent(roundId)}`}
          className={styles.proof}
          // A game's name leads to the game.
          aria-label={`${t('home.fair.action')}: ${player}, ${amount}`}
        />
      )}
    </span>
  )
})
