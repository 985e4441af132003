import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import type { PromotionKind, PromotionTerms } from '../rules/promotions.ts'
import { get, post } from './call.ts'
import type * as schema from './growth.schema.ts'

type AgentWire = z.output<typeof schema.agentOverview.data>
type InvitedWire = z.output<typeof schema.agentInvited.data>
type LadderWire = z.output<typeof schema.ladder.data>
type PromotionWire = z.output<typeof schema.promotionDetail.data>

const money = { idempotent: 'optional' } as const

/** Invitations, commissions, the ladder and promotions: docs/product.md, "Growth". */
export const growthCalls = {
  agentOverview: get<object, AgentWire>('/api/app/agent/overview'),
  agentClaim: post<{ body: Record<string, never> }, z.output<typeof schema.agentClaim.data>>(
    '/api/app/agent/claim',
    money,
  ),
  agentInvited: get<{ query: { level?: number; offset?: number } }, InvitedWire>('/api/app/agent/invited'),
  ladder: get<object, LadderWire>('/api/app/agent/ladder', { auth: 'optional' }),
  ladderClaim: post<{ body: { people: number } }, z.output<typeof schema.ladderClaim.data>>(
    '/api/app/agent/ladder/claim',
    money,
  ),
  promotions: get<object, { list: PromotionWire[] }>('/api/app/promotions', { auth: 'optional' }),
  promotion: get<{ params: { id: string } }, PromotionWire>('/api/app/promotions/{id}', {
    auth: 'optional',
  }),
  promotionClaim: post<{ body: { id: string } }, z.output<typeof schema.promotionClaim.data>>(
    '/api/app/promotions/claim',
    money,
  ),
}

/** The agent dashboard. Amounts in cents; `nextAt` ISO 8601; `day` YYYY-MM-DD in Brasília. */
export interface AgentOverview {
  inviteCode: string
  link: string
  /** Commission on bets by level, as fractions. */
  rates: number[]
  team: { level: number; people: number; deposits: Cents; bets: Cents }[]
  validPeople: number
  available: Cents
  today: Cents
  claimed: Cents
  nextAt: string
  /** Oldest first; `amounts` by level. */
  days: { day: string; amounts: Cents[]; isClaimed: boolean }[]
}

export function fromWireAgent(wire: AgentWire): AgentOverview {
  return {
    inviteCode: wire.yqm,
    link: wire.link,
    rates: wire.rates,
    team: wire.team.map(({ level, people, amount, bets }) => ({
      level,
      people,
      deposits: fromWireAmount(amount),
      bets: fromWireAmount(bets),
    })),
    validPeople: wire.validPeople,
    available: fromWireAmount(wire.available),
    today: fromWireAmount(wire.today),
    claimed: fromWireAmount(wire.claimed),
    nextAt: wire.nextAt,
    days: wire.days.map(({ day, amounts, isClaimed }) => ({
      day,
      amounts: amounts.map((amount) => fromWireAmount(amount)),
      isClaimed,
    })),
  }
}

export interface Invitee {
  /** Masked name. */
  player: string
  avatar: number
  joinedAt: string
  hasDeposited: boolean
  isValid: boolean
}

export function fromWireInvitees(wire: InvitedWire): { list: Invitee[]; next: number | null } {
  return {
    list: wire.list.map(({ player, header, time, czflag, isValid }) => ({
      player,
      avatar: header,
      joinedAt: time,
      hasDeposited: czflag === 1,
      isValid,
    })),
    next: wire.next,
  }
}

export interface Ladder {
  validPeople: number
  steps: { people: number; reward: Cents; state: 'locked' | 'ready' | 'claimed' }[]
}

export function fromWireLadder(wire: LadderWire): Ladder {
  return { ...wire, steps: wire.steps.map((step) => ({ ...step, reward: fromWireAmount(step.reward) })) }
}

/** `login`: needs a login. `notReady`: nothing to claim yet. */
export type PromotionState = PromotionWire['state']

export interface Promotion extends PromotionTerms {
  kind: PromotionKind
  state: PromotionState
  /** What it would pay now, or has paid. Cents. */
  amount: Cents
  startsAt: string | null
  endsAt: string | null
}

export function fromWirePromotion(wire: PromotionWire): Promotion {
  const { type: _, ...rest } = wire
  return {
    ...rest,
    amount: fromWireAmount(wire.amount),
    maximum: fromWireAmount(wire.maximum),
    minimum: fromWireAmount(wire.minimum),
  }
}
