import { describe, expect, it } from 'vitest'
import { slotThemes, type SlotSymbol } from '#contract/games/slots.ts'
import { reelPlan } from '#games/slots/play/reelPlan.ts'
import { paces, ReelMotion } from '#games/slots/reels/ReelMotion.ts'

const reel = (...symbols: SlotSymbol[]) => symbols
const dull = reel('A', 'B', 'C')
const lucky = reel('A', 'S', 'C')

describe('the order in which reels stop', () => {
  it('is from the left, one after the other', () => {
    const plan = reelPlan([dull, dull, dull, dull, dull], false)
    expect(plan.map(({ at }) => at)).toEqual([0, 170, 340, 510, 680])
    expect(plan.some(({ anticipates }) => anticipates)).toBe(false)
  })

  it('waits with every reel after the second scatter, and with none before', () => {
    const plan = reelPlan([lucky, dull, lucky, dull, lucky], false)
    expect(plan.map(({ anticipates }) => anticipates)).toEqual([false, false, false, true, true])
    expect(plan[3]!.at - plan[2]!.at).toBeGreaterThan(900)
    expect(plan[1]!.at - plan[0]!.at).toBeLessThan(200)
  })

  it('does not wait when only scatters that have not stopped yet would make two', () => {
    const plan = reelPlan([lucky, dull, dull, dull, lucky], false)
    expect(plan.every(({ anticipates }) => !anticipates)).toBe(true)
  })

  it('is over sooner in turbo', () => {
    const grid = [lucky, lucky, dull, dull, dull]
    expect(reelPlan(grid, true).at(-1)!.at).toBeLessThan(reelPlan(grid, false).at(-1)!.at / 2)
  })
})

describe('a reel', () => {
  /** Lets it run in steps of 16 ms until `done`; answers what it passed. */
  function run(motion: ReelMotion, from: number, done: () => boolean): { now: number; hits: number } {
    let now = from
    let hits = 0
    for (let step = 0; step < 1000 && !done(); step++) {
      now += 16
      if (motion.step(now)) hits++
    }
    return { now, hits }
  }

  it('gives way upwards before it falls', () => {
    const motion = new ReelMotion(10)
    motion.turn(0, paces.normal)
    motion.step(16)
    motion.step(48)
    expect(motion.position).toBeGreaterThan(10)
    run(motion, 48, () => motion.speed === paces.normal.speed)
    expect(motion.position).toBeLessThan(10)
  })

  it('comes to rest exactly where it was told to, hitting once and swinging beyond', () => {
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

  it('does not leap when nothing was drawn for a while', () => {
    const motion = new ReelMotion(0)
    motion.turn(0, paces.normal)
    run(motion, 0, () => motion.speed === paces.normal.speed)
    const before = motion.position
    motion.step(60_000)
    expect(before - motion.position).toBeLessThan(2)
  })

  it('keeps its fraction when it is told to land, so that nothing jumps', () => {
    const motion = new ReelMotion(0)
    motion.turn(0, paces.normal)
    run(motion, 0, () => motion.speed === paces.normal.speed)
    const fraction = motion.position - Math.floor(motion.position)
    motion.land(5)
    expect(motion.position - Math.floor(motion.position)).toBeCloseTo(fraction, 9)
  })
})

it('reels are strips of 32 of the symbols that are drawn', () => {
  for (const { strips } of Object.values(slotThemes)) {
    for (const strip of strips) expect(strip).toMatch(/^[A-HWS]{32}$/)
  }
})
