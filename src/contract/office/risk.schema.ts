import { z } from 'zod'
import { centsWithin, problem } from '../bounds.schema.ts'
import { riskMeasures, riskRules, type RiskRule } from '../rules/risk.ts'
import { sports } from '../rules/sports.ts'
import { byId, reason } from './fields.schema.ts'
import { exposureLevels, leastBigBet, leastBigWin } from './risk.ts'

export { byId }

export const exposure = z.object({
  level: z.enum(exposureLevels).optional(),
  sport: z.enum(sports).optional(),
})
const bigBets = (least: number) =>
  z.object({
    least: z.coerce.number().int().min(least).optional(),
    playerId: z.string().min(1).max(200).optional(),
    kind: z.enum(['ticket', 'round']).optional(),
  })
export const bets = bigBets(leastBigBet)
export const wins = bigBets(leastBigWin)
export const hits = z.object({
  rule: z.enum(riskRules).optional(),
  playerId: z.string().min(1).max(200).optional(),
  state: z.enum(['open', 'acknowledged']).optional(),
})
export const acknowledge = { params: byId, body: z.strictObject({ reason }) }
const measure = (rule: RiskRule) => {
  const { unit, least, most } = riskMeasures[rule]
  return unit === 'cents' ? centsWithin(least, most) : z.number().int().min(least).max(most)
}
const threshold = (rule: RiskRule) =>
  z.strictObject({ isOn: z.boolean(), threshold: measure(rule) }).optional()
const seenThreshold = z.strictObject({ isOn: z.boolean(), threshold: z.number() }).optional()
export const changeRules = z.strictObject({
  rules: z
    .strictObject({
      bigStake: threshold('bigStake'),
      bigWin: threshold('bigWin'),
      manyWithdrawals: threshold('manyWithdrawals'),
      depositWithoutPlay: threshold('depositWithoutPlay'),
      sharedDevice: threshold('sharedDevice'),
      excludedPerson: threshold('excludedPerson'),
      depositSum: threshold('depositSum'),
      manyDeposits: threshold('manyDeposits'),
    })
    .refine((rules) => Object.keys(rules).length > 0, problem('nothingChanged')),
  seen: z
    .strictObject({
      bigStake: seenThreshold,
      bigWin: seenThreshold,
      manyWithdrawals: seenThreshold,
      depositWithoutPlay: seenThreshold,
      sharedDevice: seenThreshold,
      excludedPerson: seenThreshold,
      depositSum: seenThreshold,
      manyDeposits: seenThreshold,
    })
    .optional(),
  reason,
})
