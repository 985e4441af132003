import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMBO_MAX_TARGET, limboChance, limboMultiplier, limboRtp } from '#contract/games/limbo.ts'
import { toNumber } from '#contract/rational.ts'
import { formatMoney, formatMultiplier, formatPercent } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { betText } from '../shared/panelAction.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { InstantPanel } from '../shared/InstantPanel.tsx'
import { InstantResult } from '../shared/InstantResult.tsx'
import { LimboStore } from './LimboStore.ts'
import { Sky } from './Sky.tsx'
import styles from './LimboGame.module.css'

/** Limbo: one flight, a target that the player chooses. */
export const LimboGame = observer(function LimboGame() {
  const { t } = useTranslation()
  const { session, language } = useStores()
  const game = useOwnStore((root) => new LimboStore(root))
  const { isLoggedIn, endedSessions } = session
  useEffect(() => game.play.start(), [game, isLoggedIn, endedSessions])
  const spoken = language.selected
  return (
    <GameFrame game="limbo" title={t('games.names.limbo')} panel={<LimboPanel game={game} />}>
      <HistoryStrip
        history={game.play.history}
        gameCode="limbo"
        label={(round) => formatMultiplier(Number(round.outcome['result']), spoken)}
      />
      <Stage game={game} />
      <InstantResult
        play={game.play}
        shown={() => game.flight && formatMultiplier(game.flight.result, spoken)}
      />
      <GameToolbar
        gameCode="limbo"
        rtp={game.rtp}
        payRows={() =>
          [game.target, 2, 10, 100, 1_000, LIMBO_MAX_TARGET].flatMap((target, index, all) =>
            target === undefined || all.indexOf(target) !== index
              ? []
              : [
                  {
                    name: formatMultiplier(target, spoken),
                    chance: toNumber(limboChance(target)),
                    pays: formatMultiplier(target, spoken),
                    rtp: toNumber(limboRtp(target)),
                  },
                ],
          )
        }
        settings={game.play.settings}
      />
    </GameFrame>
  )
})

/** A separate component, because it changes twice a round. */
const Stage = observer(function Stage({ game }: { game: LimboStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const spoken = language.selected
  const { flight } = game
  const { last, isPlaying, settings } = game.play
  return (
    <div className={styles.stage} data-won={isPlaying ? undefined : flight?.won} data-lit>
      <Sky
        id={last?.id}
        flight={isPlaying ? 'climbs' : flight ? (flight.won ? 'arrived' : 'burst') : 'waits'}
      />
      <p className={styles.result} aria-hidden="true" data-won-at="">
        <CountUp
          key={last?.id}
          value={Math.round((flight?.result ?? 1) * 100)}
          from={flight ? 100 : undefined}
          duration={settings.isTurbo ? 0.12 : 0.65}
          formatter={(value) => formatMultiplier(Math.floor(value) / 100, spoken)}
        />
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('games.chance')}</dt>
          <dd>{formatPercent(game.chance, spoken)}</dd>
        </div>
        <div>
          <dt>{t('games.pays')}</dt>
          <dd translate="no">{formatMoney(game.payout, spoken)}</dd>
        </div>
      </dl>
    </div>
  )
})

const LimboPanel = observer(function LimboPanel({ game }: { game: LimboStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { areChoicesLocked } = game.play
  return (
    <InstantPanel
      play={game.play}
      repeat={(bet) => game.repeat(bet)}
      bets={() =>
        game.target === undefined
          ? undefined
          : betText(
              game.play.settings.stake,
              language.selected,
              formatMultiplier(game.target, language.selected),
            )
      }
      isInvalid={game.target === undefined}
      topMultiplier={game.target === undefined ? undefined : limboMultiplier(game.target)}
    >
      <TextField
        label={t('games.limbo.target')}
        numeric
        inputMode="decimal"
        autoComplete="off"
        value={game.targetText}
        disabled={areChoicesLocked}
        error={game.target === undefined ? t('games.limbo.targetRange') : undefined}
        onChange={(event) => game.type(event.target.value)}
        onBlur={() => game.normalize()}
        suffix={
          <>
            <Button
              size="s"
              disabled={areChoicesLocked}
              aria-label={t('games.limbo.lower')}
              onClick={() => game.scale(0.5)}
            >
              {'÷2'}
            </Button>
            <Button
              size="s"
              disabled={areChoicesLocked}
              aria-label={t('games.limbo.higher')}
              onClick={() => game.scale(2)}
            >
              {'×2'}
            </Button>
          </>
        }
      />
    </InstantPanel>
  )
})
