import { makeAutoObservable } from 'mobx'
import {
  DICE_MAX_CHANCE,
  DICE_MIN_CHANCE,
  diceChance,
  diceMultiplier,
  diceRtp,
  diceTarget,
  parseDice,
  type DiceParams,
} from '#contract/games/dice.ts'
import { multiplierNumber, payoutOf } from '#contract/games/multiplier.ts'
import { toNumber } from '#contract/rational.ts'
import { fromWireRound } from '#contract/http/game.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { LastBet } from '../shared/GameHistory.ts'
import { InstantPlay, type SendBet } from '../shared/InstantPlay.ts'

/** Dice: a roll from 0.00 to 100.00, over or under a number that follows from the win chance. */
export class DiceStore {
  readonly play: InstantPlay
  direction: DiceParams['direction'] = 'over'
  /** Win chance in per cent, 2 to 98. */
  chance = 50

  constructor(root: RootStore) {
    const sendBet: SendBet = async (stake, wallet, options) =>
      fromWireRound(
        await root.api.call(
          originalCalls.diceBet,
          {
            body: {
              amount: toWireAmount(stake),
              wallet: toWireWallet(wallet),
              direction: this.direction,
              chance: this.chance,
            },
          },
          options,
        ),
      )
    this.play = new InstantPlay(root, 'dice', sendBet, ({ params }) => {
      const parsed = parseDice(params)
      return parsed.ok ? toNumber(diceChance(parsed.value)) : 1
    })
    makeAutoObservable(this, { play: false })
  }

  get target(): number {
    return diceTarget(this)
  }

  get multiplier(): number {
    return multiplierNumber(diceMultiplier(this.chance))
  }

  /** The winning share of the 10,001 possible rolls, as a fraction. */
  get exactChance(): number {
    return toNumber(diceChance(this))
  }

  get rtp(): number {
    return toNumber(diceRtp(this.chance))
  }

  get payout(): Cents {
    const { stake } = this.play.settings
    return stake === undefined ? ZERO : payoutOf(stake, diceMultiplier(this.chance))
  }

  /** The last roll and whether it won; null before the first. */
  get roll(): { value: number; won: boolean } | null {
    const { last } = this.play
    return last ? { value: Number(last.outcome['roll']), won: last.status === 'won' } : null
  }

  /** Bets stake and choices of the last bet again. */
  repeat(bet: LastBet): void {
    const parsed = parseDice(bet.params)
    if (!parsed.ok || this.play.isLocked) return
    this.play.settings.repeat(bet)
    this.setDirection(parsed.value.direction)
    this.setChance(parsed.value.chance)
    this.play.play()
  }

  setDirection(direction: DiceParams['direction']): void {
    this.direction = direction
  }

  setChance(chance: number): void {
    this.chance = Math.min(DICE_MAX_CHANCE, Math.max(DICE_MIN_CHANCE, Math.round(chance * 100) / 100))
  }

  /** The slider shows the number to beat, not the win chance. */
  setTarget(target: number): void {
    this.setChance(this.direction === 'under' ? target : 100 - target)
  }
}
