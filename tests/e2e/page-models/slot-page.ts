import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { SlotPage as KitSlotPage } from '#qa/pages/slot-page.ts'
import { floatsSync } from '#contract/games/fair.ts'
import {
  slotFloatCount,
  slotOutcome,
  slotPayout,
  slotRound,
  type SlotCode,
  type SlotRound,
} from '#contract/games/slots.ts'
import { cents } from '#contract/money.ts'

export { slotNames } from '#qa/pages/slot-page.ts'

/** The kit's, with axe. */
export class SlotPage extends KitSlotPage {
  /** Expects no axe violation in the frame, which an axe run on the page skips because of its origin. */
  async expectAccessible(what: string): Promise<void> {
    const frame = await this.frameDocument()
    await frame.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    await frame.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const violations = await frame.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await axe.run()).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
      )
    })
    expect(violations, `axe in ${what}`).toEqual([])
  }
}

export interface KnownRound {
  seeds: { serverSeed: string; clientSeed: string; nonce: number }
  round: SlotRound
  /** In centavos, at this stake. */
  payout: number
}

/** Finds seeds whose next round matches, computed as by the server and the verifier. */
export function findRound(
  code: SlotCode,
  matches: (round: SlotRound) => boolean,
  stake = cents(100),
): KnownRound {
  const [serverSeed, clientSeed] = ['5ff5c610e633b2a91c46d1be1f74286b', 'slots-e2e']
  for (let nonce = 0; nonce < 20_000; nonce++) {
    const floats = floatsSync(serverSeed, clientSeed, nonce, slotFloatCount(code), (key, message) =>
      createHmac('sha256', key).update(message).digest(),
    )
    const round = slotRound(code, slotOutcome(code, floats))
    if (matches(round)) {
      return { seeds: { serverSeed, clientSeed, nonce }, round, payout: slotPayout(stake, round.units) }
    }
  }
  throw new Error('no such round')
}

export const wins = (from: number, to: number) => (round: SlotRound) =>
  round.spins.length === 1 && round.units >= from && round.units <= to
export const winsNothing = (round: SlotRound) => round.units === 0 && round.spins.length === 1
/** The round has a few free spins, and they win something. */
export const givesFreeSpins = (round: SlotRound) => {
  const free = round.spins.slice(1).reduce((sum, { units }) => sum + units, 0)
  return round.spins.length > 1 && round.spins.length <= 13 && free > 0 && round.units < 500
}
