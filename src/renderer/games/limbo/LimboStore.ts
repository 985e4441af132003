import { makeAutoObservable } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput, formatAmountInput } from '#contract/amounts.ts'
import {
  LIMBO_MAX_TARGET,
  LIMBO_MIN_TARGET,
  limboChance,
  limboMultiplier,
  limboRtp,
  parseLimbo,
} from '#contract/games/limbo.ts'
import { payoutOf } from '#contract/games/multiplier.ts'
import { toNumber } from '#contract/rational.ts'
import { fromWireRound } from '#contract/http/game.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { cents, toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { LastBet } from '../shared/GameHistory.ts'
import { InstantPlay, type SendBet } from '../shared/InstantPlay.ts'

const firstTarget = 2

/** Limbo: the rocket flies to a multiplier; the bet pays the target when the flight reaches it. */
export class LimboStore {
  readonly play: InstantPlay
  targetText: string

  constructor(root: RootStore) {
    const sendBet: SendBet = async (stake, wallet, options) =>
      fromWireRound(
        await root.api.call(
          originalCalls.limboBet,
          {
            body: {
              amount: toWireAmount(stake),
              wallet: toWireWallet(wallet),
              target: this.target ?? LIMBO_MIN_TARGET,
            },
          },
          options,
        ),
      )
    this.play = new InstantPlay(root, 'limbo', sendBet, ({ params }) => {
      const parsed = parseLimbo(params)
      return parsed.ok ? toNumber(limboChance(parsed.value.target)) : 1
    })
    this.targetText = this.write(firstTarget)
    makeAutoObservable(this, { play: false })
  }

  /** The target, typed like an amount with up to two decimals; undefined while it is not a valid target. */
  get target(): number | undefined {
    const typed = tryParseAmountInput(this.targetText, this.play.settings.language)
    const parsed = parseLimbo({ target: typed === undefined ? NaN : typed / 100 })
    return parsed.ok ? parsed.value.target : undefined
  }

  get chance(): number {
    return this.target === undefined ? 0 : toNumber(limboChance(this.target))
  }

  get rtp(): number {
    return toNumber(limboRtp(this.target ?? LIMBO_MIN_TARGET))
  }

  get payout(): Cents {
    const { stake } = this.play.settings
    return stake === undefined || this.target === undefined
      ? ZERO
      : payoutOf(stake, limboMultiplier(this.target))
  }

  /** The last flight; null before the first. */
  get flight(): { result: number; won: boolean } | null {
    const { last } = this.play
    return last ? { result: Number(last.outcome['result']), won: last.status === 'won' } : null
  }

  /** Bets stake and target of the last bet again. */
  repeat(bet: LastBet): void {
    const parsed = parseLimbo(bet.params)
    if (!parsed.ok || this.play.isLocked) return
    this.play.settings.repeat(bet)
    this.targetText = this.write(parsed.value.target)
    this.play.play()
  }

  type(text: string): void {
    this.targetText = sanitizeAmountInput(text)
  }

  normalize(): void {
    if (this.target !== undefined) this.targetText = this.write(this.target)
  }

  scale(factor: number): void {
    const next = Math.min(LIMBO_MAX_TARGET, Math.max(LIMBO_MIN_TARGET, (this.target ?? firstTarget) * factor))
    this.targetText = this.write(next)
  }

  private write(target: number): string {
    return formatAmountInput(cents(Math.round(target * 100)), this.play.settings.language)
  }
}
