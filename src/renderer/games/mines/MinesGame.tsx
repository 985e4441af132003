import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { minesMaxGems } from '#contract/games/mines.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { BetPanel, type PanelAction } from '../shared/BetPanel.tsx'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { MinesBoard } from './MinesBoard.tsx'
import { MinesStore } from './MinesStore.ts'
import styles from './MinesGame.module.css'

const rtp = 0.99

/** Mines: 25 tiles, gems raise the multiplier, a mine ends it (PRODUCT.md section 6). */
export const MinesGame = observer(function MinesGame() {
  const { t } = useTranslation()
  const { session, realtime } = useStores()
  const game = useFeature((root) => new MinesStore(root))
  const { isLoggedIn } = session
  const { reconnects } = realtime
  useEffect(() => {
    void game.resume()
  }, [game, isLoggedIn, reconnects])
  return (
    <GameFrame title={t('games.mines.title')} panel={<Panel game={game} />}>
      <HistoryStrip history={game.history} gameCode="mines" />
      <Multipliers game={game} />
      <MinesBoard game={game} />
      <Result game={game} />
      <GameToolbar gameCode="mines" rtp={rtp} settings={game.settings} />
    </GameFrame>
  )
})

const Panel = observer(function Panel({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  return (
    <BetPanel
      mode={game.mode}
      onMode={(mode) => game.setMode(mode)}
      settings={game.settings}
      auto={game.auto}
      isLocked={game.isOpen || game.isBetting}
      action={useAction(game)}
      autoHint={
        game.chosen.length === 0 &&
        !game.auto.isRunning && <p className={styles.hint}>{t('games.mines.chooseTiles')}</p>
      }
    >
      <div className={styles.mines}>
        <NumberStepper
          className={styles.count}
          label={t('games.mines.mines')}
          value={game.mineCount}
          min={1}
          max={24}
          disabled={game.isOpen || game.isBetting || game.auto.isRunning}
          decreaseLabel={t('games.decrease')}
          increaseLabel={t('games.increase')}
          onChange={(count) => game.setMineCount(count)}
        />
        {game.mode === 'manual' && game.isOpen && (
          <Button className={styles.pick} onClick={() => game.pick()}>
            {t('games.mines.pick')}
          </Button>
        )}
      </div>
    </BetPanel>
  )
})

function useAction(game: MinesStore): PanelAction {
  const { t } = useTranslation()
  const { language } = useStores()
  if (game.mode === 'auto') {
    return game.auto.isRunning
      ? { label: t('games.stop'), variant: 'danger', onPress: () => game.auto.stop() }
      : {
          label: t('games.start'),
          disabled: game.chosen.length === 0 || game.settings.error !== null,
          onPress: () => game.startAuto(),
        }
  }
  if (game.isOpen && game.round) {
    const amount = formatMoney(game.round.payout, language.selected)
    return {
      label: game.gems === 0 ? t('games.cashOut') : `${t('games.cashOut')} ${amount}`,
      disabled: game.gems === 0,
      busy: game.isCashingOut,
      onPress: () => void game.cashOut(),
    }
  }
  return {
    label: t('games.bet'),
    disabled: game.settings.error !== null,
    busy: game.isBetting,
    onPress: () => game.bet(),
  }
}

/** What each further gem multiplies the stake with; the next one is in view. */
const Multipliers = observer(function Multipliers({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const strip = useRef<HTMLOListElement>(null)
  const { gems } = game
  useEffect(() => {
    const now = strip.current?.children[Math.max(0, gems - 1)] as HTMLElement | undefined
    if (now && strip.current) strip.current.scrollLeft = now.offsetLeft - strip.current.clientWidth / 3
  }, [gems])
  return (
    <ol ref={strip} className={styles.multipliers} aria-label={t('games.payTable')} tabIndex={0}>
      {game.payTable.map((row) => (
        <li key={row.gems} data-now={row.gems === gems && game.round?.status !== 'lost'}>
          <span>{t('games.mines.nth', { number: row.gems })}</span>
          <b>{formatMultiplier(row.multiplier, language.selected)}</b>
        </li>
      ))}
    </ol>
  )
})

/** Reads the result first, for screen readers and tests alike. */
const Result = observer(function Result({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { round } = game
  let text = ''
  if (round && (round.status !== 'open' || game.gems > 0)) {
    const multiplier = formatMultiplier(round.status === 'lost' ? 0 : round.multiplier, language.selected)
    const amount = formatMoney(round.payout, language.selected)
    if (round.status === 'lost') text = `${multiplier}, ${t('games.mines.lost')}`
    else if (round.status === 'won') text = `${multiplier}, ${t('games.won', { amount })}`
    else text = `${multiplier}, ${t('games.mines.worth', { amount })}`
  }
  return (
    <p role="status" aria-label={t('games.result')} className={styles.result} data-status={round?.status}>
      {text ||
        (game.mode === 'manual' && !game.isOpen
          ? t('games.mines.ready', { count: minesMaxGems(game.mineCount) })
          : ' ')}
    </p>
  )
})
