import { makeAutoObservable, observableShallow } from 'mobx'
import { MAX_STAKE } from '#contract/games/gameCodes.ts'
import {
  luckyColorChance,
  luckyColorOf,
  luckyColorRtp,
  luckyColorTotal,
  parseLuckyColor,
  type LuckyColorOutcome,
  type LuckyColorPick,
  type LuckyColorStake,
} from '#contract/games/luckyColor.ts'
import { toNumber } from '#contract/rational.ts'
import { fromWireRound, type Round } from '#contract/http/game.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { add, fromWireAmount, toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'
import type { LastBet } from '../shared/GameHistory.ts'
import { InstantPlay, type SendBet } from '../shared/InstantPlay.ts'

/** RTP shown before anything is staked: that of the colours, as a fraction. */
const defaultRtp = toNumber(luckyColorRtp('green'))

/**
 * Lucky colour: pressing a pick places the panel's stake on it; a round uses all placed stakes. They stay for
 * the next round. Automatic play repeats them and scales them all when the stake grows.
 */
export class LuckyColorStore {
  readonly play: InstantPlay
  /** Placed stakes in order, so that the last one can be undone. */
  placed: LuckyColorStake[] = []
  /** The panel's stake when automatic play started; stake growth is relative to it. */
  #baseStake: Cents = ZERO
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.play = new InstantPlay(
      root,
      'luckyColor',
      (stake, wallet, options) => this.sendBet(stake, wallet, options),
      ({ params, payout }) => luckyColorChance({ stakes: stakesOf(params) }, payout),
    )
    makeAutoObservable(this, { play: false, placed: observableShallow })
  }

  /** Returns the cleanup. */
  start(): () => void {
    const stops = [this.play.start(), onSessionEnd(this.#root, () => this.clear())]
    return () => stops.forEach((stop) => stop())
  }

  /** One entry per pick. */
  get stakes(): LuckyColorStake[] {
    const sums = new Map<LuckyColorPick, Cents>()
    for (const { pick, stake } of this.placed) sums.set(pick, add(sums.get(pick) ?? ZERO, stake))
    return [...sums].map(([pick, stake]) => ({ pick, stake }))
  }

  get total(): Cents {
    return luckyColorTotal(this.stakes)
  }

  get isTooHigh(): boolean {
    return this.total > MAX_STAKE
  }

  get isInvalid(): boolean {
    return this.placed.length === 0 || this.isTooHigh
  }

  /** RTP of all stakes together as a fraction; without stakes, that of the colours. */
  get rtp(): number {
    if (this.total === ZERO) return defaultRtp
    const expectedReturn = this.stakes.reduce(
      (sum, { pick, stake }) => sum + stake * toNumber(luckyColorRtp(pick)),
      0,
    )
    return expectedReturn / this.total
  }

  /** The last ball; null before the first. */
  get ball(): LuckyColorOutcome | null {
    const { last } = this.play
    return last ? luckyColorOf(Number(last.outcome['digit'])) : null
  }

  stakeOn(pick: LuckyColorPick): Cents {
    return this.stakes.find((entry) => entry.pick === pick)?.stake ?? ZERO
  }

  place(pick: LuckyColorPick): void {
    const { stake, error } = this.play.settings
    if (this.play.isLocked || stake === undefined || error) return
    this.placed.push({ pick, stake })
  }

  undo(): void {
    this.placed.pop()
  }

  clear(): void {
    this.placed = []
  }

  /** Bets the stakes of the last bet again. */
  repeat({ wallet, params }: LastBet): void {
    const stakes = stakesOf(params)
    if (stakes.length === 0 || this.play.isLocked) return
    this.play.settings.repeatWallet(wallet)
    this.placed = stakes
    this.play.play()
  }

  private async sendBet(...[stake, wallet, options]: Parameters<SendBet>): Promise<Round> {
    const { auto } = this.play
    if (!auto.isRunning || auto.played === 0) this.#baseStake = stake
    const factor = Math.min(stake / this.#baseStake, MAX_STAKE / this.total)
    const stakes = this.stakes.map(({ pick, stake: placed }) => ({
      pick,
      amount: toWireAmount(stake === this.#baseStake ? placed : multiplyDown(placed, factor)),
    }))
    const body = { wallet: toWireWallet(wallet), stakes }
    return fromWireRound(await this.#root.api.call(originalCalls.luckyColorBet, { body }, options))
  }
}

/** The stakes of an earlier bet; none if they cannot be bet any more. */
function stakesOf({ stakes }: LastBet['params']): LuckyColorStake[] {
  if (!Array.isArray(stakes)) return []
  const entries = (stakes as { pick: string; amount: number }[]).map(({ pick, amount }) => ({
    pick,
    stake: fromWireAmount(amount),
  }))
  const parsed = parseLuckyColor({ stakes: entries })
  return parsed.ok ? parsed.value.stakes : []
}
