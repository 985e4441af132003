import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DOUBLE_BETTING_MS, DOUBLE_STRIP, doubleColour } from '#contract/games/double.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { prefersReducedMotion } from '../../ui/reducedMotion.ts'
import type { DoubleStore } from './DoubleStore.ts'
import styles from './Wheel.module.css'

/** Turns of the whole strip before it stops. */
const turns = 3
const copies = turns + 3
const turboMs = 900
/** Slow to the end, but moving: the last slot passes the marker shortly before the wheel stops. */
const easing = 'cubic-bezier(0.12, 0.5, 0.42, 1)'
const tiles = Array.from({ length: copies * DOUBLE_STRIP.length }, (_, i) => ({
  slot: DOUBLE_STRIP[i % DOUBLE_STRIP.length] as number,
  key: i,
}))

/** Position of a slot in one of the strip's copies; those before it only roll by. */
function positionOf(slot: number, copy: number): number {
  return copy * DOUBLE_STRIP.length + DOUBLE_STRIP.indexOf(slot as (typeof DOUBLE_STRIP)[number])
}

/** The strip under its marker, with phase and countdown. It stops exactly on the slot that the seed decided. */
export const Wheel = observer(function Wheel({ game }: { game: DoubleStore }) {
  const { t } = useTranslation()
  const { state, phase, slot } = game
  const round = state?.round
  return (
    <section
      className={styles.wheel}
      data-phase={phase}
      data-lands-on={phase === 'result' ? doubleColour(slot) : undefined}
      aria-label={t('originals.double.wheel')}
      data-lit
    >
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
      <Reel game={game} />
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

/** The strip, and a lens over its middle in which the same strip is larger. */
const Reel = observer(function Reel({ game }: { game: DoubleStore }) {
  const { phase, slot } = game
  const window = useRef<HTMLDivElement>(null)
  const needle = useRef<HTMLSpanElement>(null)
  useSpin(game, window, needle)
  const hit = phase === 'result' ? slot : undefined
  return (
    <div ref={window} className={styles.window} aria-hidden="true" data-phase={phase} data-won-at="">
      <Strip hit={hit} />
      <span className={styles.blur} />
      <div className={styles.lens}>
        <Strip hit={hit} />
      </div>
      <span ref={needle} className={styles.mark} />
    </div>
  )
})

function Strip({ hit }: { hit: number | undefined }) {
  return (
    <div className={styles.strip} data-strip>
      {tiles.map((tile) => (
        <i key={tile.key} data-colour={doubleColour(tile.slot)} data-hit={tile.slot === hit}>
          {tile.slot}
        </i>
      ))}
    </div>
  )
}

/** Moves both strips: at once, or for as long as the wheel turns, with a tick of the marker at every slot that passes it. */
function useSpin(
  game: DoubleStore,
  window: { current: HTMLElement | null },
  needle: { current: HTMLElement | null },
): void {
  const { phase, slot, state } = game
  const landsAt = state?.round.landsAt
  useEffect(() => {
    const strips = [...(window.current?.querySelectorAll<HTMLElement>('[data-strip]') ?? [])]
    const at = (position: number) => `translateX(calc(${-position - 0.5} * var(--tile)))`
    const place = (position: number) => strips.forEach((strip) => (strip.style.transform = at(position)))
    const left = phase === 'spinning' && landsAt !== undefined ? Math.max(0, landsAt - game.now()) : 0
    const ms = prefersReducedMotion() ? 0 : game.settings.isTurbo ? Math.min(turboMs, left) : left
    const to = positionOf(slot, 1 + (phase === 'betting' ? 0 : turns))
    const from = positionOf(game.lastSlot, 1)
    place(to)
    if (ms === 0) return
    const spins = strips.map((strip) =>
      strip.animate([{ transform: at(from) }, { transform: at(to) }], { duration: ms, easing }),
    )
    const stopTicks = tickWith(spins[0], to - from, () => {
      game.tick()
      needle.current?.animate([{ transform: 'rotate(-16deg)' }, { transform: 'none' }], 110)
    })
    return () => {
      stopTicks()
      for (const spin of spins) spin.cancel()
    }
  }, [game, window, needle, phase, slot, landsAt])
}

/** Faster ones are one sound, and none is seen. */
const shortestTickMs = 55

/** Calls `tick` when a slot has passed the marker. Returns its end. */
function tickWith(spin: Animation | undefined, slots: number, tick: () => void): () => void {
  let passed = 0
  let tickedAt = -Infinity
  let frame = requestAnimationFrame(function step(now) {
    const progress = spin?.effect?.getComputedTiming().progress
    if (progress === null || progress === undefined) return
    const slot = Math.floor(progress * slots + 0.5)
    if (slot !== passed && now - tickedAt >= shortestTickMs) {
      tickedAt = now
      tick()
    }
    passed = slot
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
