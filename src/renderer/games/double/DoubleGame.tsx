import type { TFunction } from 'i18next'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DOUBLE_SLOTS,
  doubleColour,
  doubleColours,
  doublePayTable,
  doubleRtp,
} from '#contract/games/double.ts'
import type { Language } from '#contract/languages.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { toNumber } from '#contract/rational.ts'
import { ZERO } from '#contract/money.ts'
import { useRoundStatus } from '../../features/bet/useRoundStatus.ts'
import { formatMoney, formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { BetPanel } from '../shared/BetPanel.tsx'
import { autoAction, betText, type PanelAction } from '../shared/panelAction.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { ResultLine } from '../shared/ResultLine.tsx'
import { roundOutcome } from '../shared/roundOutcome.ts'
import { DoubleStore } from './DoubleStore.ts'
import { LastResults, LiveBets } from './LiveBets.tsx'
import { Wheel } from './Wheel.tsx'
import styles from './DoubleGame.module.css'

/** Double: one wheel shared by all players, a round every 15 s. */
export const DoubleGame = observer(function DoubleGame() {
  const { t } = useTranslation()
  const { session, realtime, language } = useStores()
  const game = useOwnStore((root) => new DoubleStore(root))
  const { isLoggedIn } = session
  const { reconnects } = realtime
  useRoundStatus(game.isPlaying)
  useEffect(() => game.start(), [game])
  useEffect(() => void game.refresh(), [game, isLoggedIn, reconnects])
  return (
    <GameFrame game="double" title={t('games.names.double')} panel={<Panel game={game} />}>
      <LastResults game={game} />
      <Wheel game={game} />
      <Result game={game} />
      {game.hasFailed && !game.state ? (
        <ErrorState
          compact
          text={t('originals.double.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void game.load()}
        />
      ) : (
        <LiveBets game={game} />
      )}
      <HistoryStrip
        history={game.history}
        gameCode="double"
        label={(round) => String(Number(round.outcome['slot']))}
      />
      <GameToolbar
        gameCode="double"
        rtp={game.rtp}
        payRows={() =>
          doubleColours.map((colour) => ({
            name: t(`games.colours.${colour}`),
            chance: doublePayTable[colour].slots / DOUBLE_SLOTS,
            pays: formatMultiplier(multiplierNumber(doublePayTable[colour].multiplier), language.selected),
            rtp: toNumber(doubleRtp(colour)),
          }))
        }
        settings={game.settings}
      />
    </GameFrame>
  )
})

const Panel = observer(function Panel({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <BetPanel
      mode={game.mode}
      onMode={(mode) => game.setMode(mode)}
      settings={game.settings}
      auto={game.auto}
      repeat={
        game.mode === 'manual'
          ? {
              history: game.history,
              disabled: !game.isOpen || game.isBetting,
              onRepeat: (bet) => game.repeat(bet),
            }
          : undefined
      }
      onPick={game.auto.isRunning ? undefined : () => game.nextColour()}
      isLocked={!game.auto.isRunning && game.isBetting}
      action={() => actionOf(game, t, language.selected)}
    >
      <RadioCards
        aria-label={t('originals.double.colour')}
        className={styles.colours}
        size="compact"
        columns={3}
        value={game.colour}
        disabled={game.auto.isRunningDeferred}
        onChange={(colour) => game.setColour(colour)}
        options={doubleColours.map((colour) => ({
          value: colour,
          'aria-label': t(`games.colours.${colour}`),
          title: (
            <span className={styles.colour}>
              <span>{t(`games.colours.${colour}`)}</span>
              <b>{`${formatNumber(multiplierNumber(doublePayTable[colour].multiplier), language.selected)}x`}</b>
            </span>
          ),
        }))}
      />
    </BetPanel>
  )
})

function actionOf(game: DoubleStore, t: TFunction, language: Language): PanelAction {
  const bets = betText(game.settings.stake, language, t(`games.colours.${game.colour}`))
  if (game.mode === 'auto') {
    return autoAction(game.auto, t, {
      detail: bets,
      disabled: !game.auto.canStart,
      onStart: () => game.startAuto(),
    })
  }
  return {
    label: t('games.bet'),
    detail: bets,
    disabled: game.settings.error !== null || !game.isOpen,
    busy: game.isBetting,
    onPress: () => game.bet(),
  }
}

/** Announces the slot first; while a round runs, the player's stake. */
const Result = observer(function Result({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { landed, phase } = game
  const label = t('games.result')
  const money = (amount: typeof game.staked) => formatMoney(amount, language.selected)
  if (phase !== 'result' && game.staked > ZERO) {
    return <ResultLine label={label} text={`${t('originals.double.mine')}: ${money(game.staked)}`} />
  }
  if (!landed || phase === 'spinning') return <ResultLine label={label} text="" />
  const words = [String(landed.slot), t(`games.colours.${doubleColour(landed.slot)}`)]
  const outcome = landed.stake > ZERO ? roundOutcome(landed, t, language.selected) : undefined
  if (outcome) words.push(outcome.text)
  return <ResultLine label={label} text={words.join(', ')} tone={outcome?.tone} />
})
