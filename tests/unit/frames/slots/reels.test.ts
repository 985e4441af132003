import { describe, expect, it } from 'vitest'
import { slotThemes, type SlotSymbol } from '#contract/games/slots.ts'
import { reelPlan } from '#frames/slots/play/reelPlan.ts'
import { paces, ReelMotion } from '#frames/slots/reels/ReelMotion.ts'

const reel = (...symbols: SlotSymbol[]) => symbols
const plain = reel('A', 'B', 'C')
const scatter = reel('A', 'S', 'C')

describe('the order in which reels stop', () => {
  it('is from left to right', () => {
    const plan = reelPlan([plain, plain, plain, plain, plain], false)
    expect(plan.map(({ at }) => at)).toEqual([0, 170, 340, 510, 680])
    expect(plan.some(({ anticipates }) => anticipates)).toBe(false)
  })

  it('delays every reel after the second scatter, and none before', () => {
    const plan = reelPlan([scatter, plain, scatter, plain, scatter], false)
    expect(plan.map(({ anticipates }) => anticipates)).toEqual([false, false, false, true, true])
    expect(plan[3]!.at - plan[2]!.at).toBeGreaterThan(900)
    expect(plan[1]!.at - plan[0]!.at).toBeLessThan(200)
  })

  it('does not delay for scatters that have not stopped yet', () => {
    const plan = reelPlan([scatter, plain, plain, plain, scatter], false)
    expect(plan.every(({ anticipates }) => !anticipates)).toBe(true)
  })

  it('is shorter in turbo', () => {
    const grid = [scatter, scatter, plain, plain, plain]
    expect(reelPlan(grid, true).at(-1)!.at).toBeLessThan(reelPlan(grid, false).at(-1)!.at / 2)
  })
})

describe('a reel', () => {
  /** Runs it in steps of 16 ms until `done`. Returns the time, and how often the reel reached its stop. */
  function run(motion: ReelMotion, from: number, done: () => boolean): { now: number; hits: number } {
    let now = from
    let hits = 0
    for (let step = 0; step < 1000 && !done(); step++) {
      now += 16
      if (motion.step(now)) hits++
    }
    return { now, hits }
  }

  it('moves up slightly before it falls', () => {
    const motion = new ReelMotion(10)
    motion.turn(0, paces.normal)
    motion.step(16)
    motion.step(48)
    expect(motion.position).toBeGreaterThan(10)
    run(motion, 48, () => motion.speed === paces.normal.speed)
    expect(motion.position).toBeLessThan(10)
  })

  it('stops exactly at its target, with one impact and one overshoot', () => {
    const motion = new ReelMotion(3)
    motion.turn(0, paces.normal)
    const { now } = run(motion, 0, () => motion.speed === paces.normal.speed)
    motion.land(27)
    const hit = run(motion, now, () => motion.state === 'swinging')
    expect(hit.hits).toBe(1)
    motion.step(hit.now + 60)
    expect(motion.position).toBeLessThan(27)
    run(motion, hit.now + 60, () => motion.state === 'rest')
    expect(motion.position).toBe(27)
    expect(motion.speed).toBe(0)
  })

  it('does not jump when no frame was drawn for a while', () => {
    const motion = new ReelMotion(0)
    motion.turn(0, paces.normal)
    run(motion, 0, () => motion.speed === paces.normal.speed)
    const before = motion.position
    motion.step(60_000)
    expect(before - motion.position).toBeLessThan(2)
  })

  it('keeps its fractional position when it starts to land, so that nothing jumps', () => {
    const motion = new ReelMotion(0)
    motion.turn(0, paces.normal)
    run(motion, 0, () => motion.speed === paces.normal.speed)
    const fraction = motion.position - Math.floor(motion.position)
    motion.land(5)
    expect(motion.position - Math.floor(motion.position)).toBeCloseTo(fraction, 9)
  })
})

it('reels are strips of 32 of the drawn symbols', () => {
  for (const { strips } of Object.values(slotThemes)) {
    for (const strip of strips) expect(strip).toMatch(/^[A-HWS]{32}$/)
  }
})
