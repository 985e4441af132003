import { makeAutoObservable, observableShallow } from 'mobx'
import { MAX_STAKE } from '#contract/games/gameCodes.ts'
import {
  luckyColorOf,
  luckyColorRtp,
  luckyColorTotal,
  type LuckyColorOutcome,
  type LuckyColorPick,
  type LuckyColorStake,
} from '#contract/games/luckyColor.ts'
import { toNumber } from '#contract/games/rational.ts'
import { fromWireRound, type Round } from '#contract/http/game.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { toWireWallet } from '#contract/http/order.ts'
import { add, multiplyDown, toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { InstantPlay, type AskRound } from '../shared/InstantPlay.ts'

/** Return to player told before anything is staked: that of the colours. */
const usualRtp = toNumber(luckyColorRtp('green'))

/**
 * Lucky colour: a press on a pick lays the stake of the panel on it; a round takes all of them. They stay for
 * the next round. Automatic play repeats them, all grown alike when the stake grows.
 */
export class LuckyColorStore {
  readonly play: InstantPlay
  /** What was laid, press by press, so that the last one can be undone. */
  laid: LuckyColorStake[] = []
  /** The panel's stake when automatic play began: what growth is measured by. */
  private base: Cents = ZERO

  constructor(private readonly root: RootStore) {
    this.play = new InstantPlay(root, 'luckyColor', (stake, wallet, options) =>
      this.ask(stake, wallet, options),
    )
    makeAutoObservable<this, 'root' | 'base'>(this, {
      root: false,
      base: false,
      play: false,
      laid: observableShallow,
    })
  }

  /** One entry a pick. */
  get stakes(): LuckyColorStake[] {
    const sums = new Map<LuckyColorPick, Cents>()
    for (const { pick, stake } of this.laid) sums.set(pick, add(sums.get(pick) ?? ZERO, stake))
    return [...sums].map(([pick, stake]) => ({ pick, stake }))
  }

  get total(): Cents {
    return luckyColorTotal(this.stakes)
  }

  get isTooHigh(): boolean {
    return this.total > MAX_STAKE
  }

  get isInvalid(): boolean {
    return this.laid.length === 0 || this.isTooHigh
  }

  /** Of the stakes together; without any, of the colours. */
  get rtp(): number {
    if (this.total === ZERO) return usualRtp
    const back = this.stakes.reduce((sum, { pick, stake }) => sum + stake * toNumber(luckyColorRtp(pick)), 0)
    return back / this.total
  }

  /** The last ball; null before the first. */
  get ball(): LuckyColorOutcome | null {
    const { last } = this.play
    return last ? luckyColorOf(Number(last.outcome['digit'])) : null
  }

  on(pick: LuckyColorPick): Cents {
    return this.stakes.find((entry) => entry.pick === pick)?.stake ?? ZERO
  }

  lay(pick: LuckyColorPick): void {
    const { stake, error } = this.play.settings
    if (this.play.isLocked || stake === undefined || error) return
    this.laid.push({ pick, stake })
  }

  undo(): void {
    this.laid.pop()
  }

  clear(): void {
    this.laid = []
  }

  private async ask(...[stake, wallet, options]: Parameters<AskRound>): Promise<Round> {
    const { auto } = this.play
    if (!auto.isRunning || auto.played === 0) this.base = stake
    const factor = Math.min(stake / this.base, MAX_STAKE / this.total)
    const stakes = this.stakes.map(({ pick, stake: laid }) => ({
      pick,
      amount: toWireAmount(stake === this.base ? laid : multiplyDown(laid, factor)),
    }))
    const body = { wallet: toWireWallet(wallet), stakes }
    return fromWireRound(await this.root.api.call(originalCalls.luckyColorBet, { body }, options))
  }
}
