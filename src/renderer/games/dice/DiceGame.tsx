import { observer } from 'mobx-react-lite'
import { useEffect, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE } from '#contract/games/dice.ts'
import { formatMoney, formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { formatExactMultiplier } from '../shared/formatExactMultiplier.ts'
import { betText } from '../shared/panelAction.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { InstantPanel } from '../shared/InstantPanel.tsx'
import { InstantResult } from '../shared/InstantResult.tsx'
import { DiceStore } from './DiceStore.ts'
import { DiceTrack } from './DiceTrack.tsx'
import styles from './DiceGame.module.css'

/** Dice: one roll, over or under. */
export const DiceGame = observer(function DiceGame() {
  const { t } = useTranslation()
  const { session, language } = useStores()
  const game = useOwnStore((root) => new DiceStore(root))
  const { isLoggedIn, endedSessions } = session
  useEffect(() => game.play.start(), [game, isLoggedIn, endedSessions])
  const spoken = language.selected
  return (
    <GameFrame game="dice" title={t('games.names.dice')} panel={<DicePanel game={game} />}>
      <HistoryStrip
        history={game.play.history}
        gameCode="dice"
        label={(round) => formatNumber(Number(round.outcome['roll']), spoken, 2)}
      />
      <Stage game={game} />
      <InstantResult play={game.play} shown={() => game.roll && formatNumber(game.roll.value, spoken, 2)} />
      <GameToolbar
        gameCode="dice"
        rtp={game.rtp}
        payRows={() => [
          {
            name: `${t(game.direction === 'over' ? 'games.dice.rollOver' : 'games.dice.rollUnder')} ${formatNumber(game.target, spoken, 2)}`,
            chance: game.exactChance,
            pays: formatExactMultiplier(game.multiplier, spoken),
            rtp: game.rtp,
          },
        ]}
        settings={game.play.settings}
      />
    </GameFrame>
  )
})

/** A separate component, because it changes twice a round. */
const Stage = observer(function Stage({ game }: { game: DiceStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const spoken = language.selected
  const payout = formatMoney(game.payout, spoken)
  return (
    <div className={styles.stage} data-lit>
      <p
        className={styles.roll}
        data-won={game.roll?.won}
        data-rolling={game.play.isPlaying}
        aria-hidden="true"
        data-won-at=""
      >
        {game.roll ? formatNumber(game.roll.value, spoken, 2) : formatNumber(50, spoken, 2)}
      </p>
      <DiceTrack game={game} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('games.multiplier')}</dt>
          <dd translate="no">{formatMultiplier(game.multiplier, spoken)}</dd>
        </div>
        <div>
          <dt>{t(game.direction === 'over' ? 'games.dice.rollOver' : 'games.dice.rollUnder')}</dt>
          <dd>{formatNumber(game.target, spoken, 2)}</dd>
        </div>
        <div>
          <dt>{t('games.pays')}</dt>
          <dd translate="no" style={{ '--length': payout.length } as CSSProperties}>
            {payout}
          </dd>
        </div>
      </dl>
    </div>
  )
})

const DicePanel = observer(function DicePanel({ game }: { game: DiceStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <InstantPanel
      play={game.play}
      repeat={(bet) => game.repeat(bet)}
      onPick={() => game.setDirection(game.direction === 'over' ? 'under' : 'over')}
      bets={() =>
        betText(
          game.play.settings.stake,
          language.selected,
          `${t(game.direction === 'over' ? 'games.dice.over' : 'games.dice.under')} ${formatNumber(game.target, language.selected, 2)}`,
        )
      }
    >
      <div className={styles.choices}>
        <RadioCards
          aria-label={t('games.dice.direction')}
          size="compact"
          columns={2}
          value={game.direction}
          disabled={game.play.areChoicesLocked}
          onChange={(direction) => game.setDirection(direction)}
          options={[
            { value: 'over', title: t('games.dice.over') },
            { value: 'under', title: t('games.dice.under') },
          ]}
        />
        <NumberStepper
          label={t('games.dice.chance')}
          unit="%"
          value={game.chance}
          language={language.selected}
          min={DICE_MIN_CHANCE}
          max={DICE_MAX_CHANCE}
          decimals={2}
          disabled={game.play.areChoicesLocked}
          decreaseLabel={t('games.decrease')}
          increaseLabel={t('games.increase')}
          onChange={(chance) => game.setChance(chance)}
        />
      </div>
    </InstantPanel>
  )
})
