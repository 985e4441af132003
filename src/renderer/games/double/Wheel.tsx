import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DOUBLE_BETTING_MS, DOUBLE_STRIP, doubleColour } from '#contract/games/double.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { prefersReducedMotion } from '../../ui/reducedMotion.ts'
import type { DoubleStore } from './DoubleStore.ts'
import styles from './Wheel.module.css'

/** Turns of the whole strip before it stops. */
const turns = 3
const copies = turns + 2
const turboMs = 900
const tiles = Array.from({ length: copies * DOUBLE_STRIP.length }, (_, i) => ({
  slot: DOUBLE_STRIP[i % DOUBLE_STRIP.length] as number,
  key: i,
}))

/** Position of a slot in the last copy of the strip; the copies before it only roll by. */
function positionOf(slot: number, copy: number): number {
  return copy * DOUBLE_STRIP.length + DOUBLE_STRIP.indexOf(slot as (typeof DOUBLE_STRIP)[number])
}

/** The strip under its marker, with phase and countdown. It stops exactly on the slot that the seed decided. */
export const Wheel = observer(function Wheel({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const { state, phase, slot } = game
  const round = state?.round
  const [spin, setSpin] = useState({ position: positionOf(slot, 1), ms: 0 })
  useEffect(() => {
    if (phase !== 'spinning' || !round) return setSpin({ position: positionOf(slot, 1), ms: 0 })
    const left = Math.max(0, round.landsAt - game.now() - 150)
    const ms = prefersReducedMotion() ? 0 : game.settings.isTurbo ? Math.min(turboMs, left) : left
    setSpin({ position: positionOf(slot, 1 + turns), ms })
  }, [game, phase, slot, round?.id, round?.landsAt, round])
  return (
    <section className={styles.wheel} aria-label={t('originals.double.wheel')} data-lit>
      <div className={styles.head}>
        <span className={styles.phase} data-phase={round ? phase : 'loading'}>
          {!round
            ? t('originals.double.loading')
            : phase === 'result'
              ? t('originals.double.result', { slot })
              : t(`originals.double.${phase}`)}
        </span>
        {round && phase === 'betting' && (
          <Countdown
            key={round.id}
            deadline={round.bettingEndsAt}
            now={game.now}
            format="ms"
            aria-label={t('originals.double.betting')}
            className={styles.clock}
          />
        )}
      </div>
      <div className={styles.window} aria-hidden="true" data-won-at="">
        <div
          className={styles.strip}
          style={{
            transform: `translateX(calc(${-spin.position - 0.5} * var(--tile)))`,
            transitionDuration: `${spin.ms}ms`,
          }}
        >
          {tiles.map((tile) => (
            <i
              key={tile.key}
              data-colour={doubleColour(tile.slot)}
              data-hit={phase === 'result' && tile.slot === slot}
            >
              {tile.slot}
            </i>
          ))}
        </div>
        <span className={styles.mark} />
      </div>
      <div className={styles.bar} aria-hidden="true">
        {round && phase === 'betting' && (
          <span
            key={round.id}
            style={{
              animationDuration: `${DOUBLE_BETTING_MS}ms`,
              animationDelay: `${-Math.max(0, game.now() - round.startsAt)}ms`,
            }}
          />
        )}
      </div>
    </section>
  )
})
