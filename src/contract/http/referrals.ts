import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { get, post } from './call.ts'
import type * as schema from './referrals.schema.ts'

type AgentWire = z.output<typeof schema.agentOverview.data>
type InvitedWire = z.output<typeof schema.agentInvited.data>
type LadderWire = z.output<typeof schema.ladder.data>
type InvitationWire = z.output<typeof schema.invitation.data>

const money = { idempotent: 'optional' } as const

/** Invitations, commissions and the ladder: docs/product.md, "Growth". */
export const referralCalls = {
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
  /** Who invites, for /y{code}. */
  invitation: get<{ params: { code: string } }, InvitationWire>('/api/app/main/invitation/{code}', {
    auth: 'none',
  }),
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

export interface Invitation {
  inviter: string
  avatar: number
  welcomeBonus: Cents
}

export function fromWireInvitation(wire: InvitationWire): Invitation {
  return { inviter: wire.inviter, avatar: wire.avatar, welcomeBonus: fromWireAmount(wire.bouns) }
}
