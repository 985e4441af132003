import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { rowDoubleModes, type RowDoubleMode } from '#contract/games/rowDouble.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { BetPanel, type PanelAction } from '../shared/BetPanel.tsx'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { ResultLine } from '../shared/ResultLine.tsx'
import { RowDoubleStore } from './RowDoubleStore.ts'
import { Tower } from './Tower.tsx'
import styles from './RowDoubleGame.module.css'

const rtp = 0.99
const modes = Object.keys(rowDoubleModes) as RowDoubleMode[]

/** Row double: a tower of nine rows, one tile a row, cash out after any (PRODUCT.md section 6). */
export const RowDoubleGame = observer(function RowDoubleGame() {
  const { t } = useTranslation()
  const { session, realtime } = useStores()
  const game = useFeature((root) => new RowDoubleStore(root))
  const { isLoggedIn } = session
  const { reconnects } = realtime
  useEffect(() => {
    void game.resume()
  }, [game, isLoggedIn, reconnects])
  return (
    <GameFrame title={t('games.names.rowDouble')} panel={<Panel game={game} />}>
      <HistoryStrip history={game.history} gameCode="rowDouble" />
      <Tower game={game} />
      <Result game={game} />
      <GameToolbar gameCode="rowDouble" rtp={rtp} settings={game.settings} />
    </GameFrame>
  )
})

const Panel = observer(function Panel({ game }: { game: RowDoubleStore }) {
  const { t } = useTranslation()
  const isLocked = game.isOpen || game.isBetting
  return (
    <BetPanel
      mode={game.mode}
      onMode={(mode) => game.setMode(mode)}
      settings={game.settings}
      auto={game.auto}
      isLocked={isLocked}
      action={useAction(game)}
      autoHint={
        game.chosen.length === 0 &&
        !game.auto.isRunning && <p className={styles.hint}>{t('originals.rowDouble.chooseTiles')}</p>
      }
    >
      <div className={styles.choices}>
        <RadioCards
          className={styles.modes}
          aria-label={t('originals.rowDouble.mode')}
          size="compact"
          columns={3}
          value={game.difficulty}
          disabled={isLocked || game.auto.isRunning}
          onChange={(mode) => game.setDifficulty(mode)}
          options={modes.map((mode) => ({ value: mode, title: t(`games.rowModes.${mode}`) }))}
        />
        {game.mode === 'manual' && game.isOpen && (
          <Button className={styles.pick} onClick={() => game.pick()}>
            {t('originals.rowDouble.pick')}
          </Button>
        )}
      </div>
    </BetPanel>
  )
})

function useAction(game: RowDoubleStore): PanelAction {
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
      label: game.rows === 0 ? t('games.cashOut') : `${t('games.cashOut')} ${amount}`,
      disabled: game.rows === 0,
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

/** Reads the multiplier first, then what it means for the player. */
const Result = observer(function Result({ game }: { game: RowDoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { round } = game
  if (!round || (round.status === 'open' && game.rows === 0)) {
    const text = game.mode === 'manual' ? t('originals.rowDouble.ready') : ''
    return <ResultLine label={t('games.result')} text={text} />
  }
  const multiplier = formatMultiplier(round.status === 'lost' ? 0 : round.multiplier, language.selected)
  const amount = formatMoney(round.payout, language.selected)
  const meaning = {
    lost: t('originals.rowDouble.fell', { row: round.picks.length }),
    won: t('games.won', { amount }),
    open: t('originals.rowDouble.worth', { amount }),
    refunded: '',
  }[round.status]
  const tone = round.status === 'won' || round.status === 'lost' ? round.status : undefined
  return (
    <ResultLine
      label={t('games.result')}
      text={[multiplier, meaning].filter(Boolean).join(', ')}
      tone={tone}
    />
  )
})
