import { toWireAmount } from '#contract/money.ts'
import type { AgentDashboard } from '../domain/rewards/commissions.ts'

/** The team and the commissions of an agent on the wire. */
export function presentAgent(agent: AgentDashboard) {
  return {
    yqm: agent.inviteCode,
    link: agent.link,
    rates: [...agent.rates],
    team: agent.team.map(({ level, people, deposits, bets }) => ({
      level,
      people,
      amount: toWireAmount(deposits),
      bets: toWireAmount(bets),
    })),
    validPeople: agent.validPeople,
    available: toWireAmount(agent.available),
    today: toWireAmount(agent.today),
    claimed: toWireAmount(agent.claimed),
    nextAt: agent.nextAt.toISOString(),
    days: agent.days.map(({ day, amounts, isClaimed }) => ({
      day,
      amounts: amounts.map(toWireAmount),
      isClaimed,
    })),
  }
}
