/** The rules by which the operator is told of bets, wins, withdrawals and devices that somebody should look at. */
export const riskRules = [
  'bigStake',
  'bigWin',
  'manyWithdrawals',
  'depositWithoutPlay',
  'sharedDevice',
  'excludedPerson',
  'depositSum',
  'manyDeposits',
] as const
export type RiskRule = (typeof riskRules)[number]

/** Those whose hits may have to be reported as a suspicion of money laundering: somebody decides about each. */
export const launderingRules = [
  'depositSum',
  'manyDeposits',
  'depositWithoutPlay',
  'manyWithdrawals',
] as const satisfies readonly RiskRule[]
export type LaunderingRule = (typeof launderingRules)[number]

/**
 * What each rule measures, and from where on it may be set. `bigStake`: the stake of one bet; `bigWin`: what one bet wins
 * beyond its stake; `manyWithdrawals`: a player's within 24 hours; `depositWithoutPlay`: at a withdrawal, settled bets in
 * percent of the deposits of seven days, less than which is a hit; `sharedDevice`: accounts used in one browser; `excludedPerson`: of phone number,
 * browser and device, how many a new account has in common with one whose pause lasts; `depositSum` and `manyDeposits`: a player's
 * paid deposits within 24 hours.
 */
export const riskMeasures = {
  bigStake: { unit: 'cents', least: 50_000, most: 100_000_000, usual: 200_000 },
  bigWin: { unit: 'cents', least: 100_000, most: 1_000_000_000, usual: 1_000_000 },
  manyWithdrawals: { unit: 'count', least: 2, most: 100, usual: 5 },
  depositWithoutPlay: { unit: 'percent', least: 1, most: 500, usual: 50 },
  sharedDevice: { unit: 'count', least: 2, most: 50, usual: 3 },
  excludedPerson: { unit: 'count', least: 1, most: 3, usual: 1 },
  depositSum: { unit: 'cents', least: 100_000, most: 1_000_000_000, usual: 1_000_000 },
  manyDeposits: { unit: 'count', least: 2, most: 500, usual: 10 },
} as const satisfies Record<
  RiskRule,
  { unit: 'cents' | 'count' | 'percent'; least: number; most: number; usual: number }
>

export interface RiskThreshold {
  isOn: boolean
  /** In the unit of the rule. */
  threshold: number
}

export type RiskThresholds = Record<RiskRule, RiskThreshold>

/** The thresholds until the operator changes them. */
export const usualThresholds: RiskThresholds = {
  bigStake: { isOn: true, threshold: riskMeasures.bigStake.usual },
  bigWin: { isOn: true, threshold: riskMeasures.bigWin.usual },
  manyWithdrawals: { isOn: true, threshold: riskMeasures.manyWithdrawals.usual },
  depositWithoutPlay: { isOn: true, threshold: riskMeasures.depositWithoutPlay.usual },
  sharedDevice: { isOn: true, threshold: riskMeasures.sharedDevice.usual },
  excludedPerson: { isOn: true, threshold: riskMeasures.excludedPerson.usual },
  depositSum: { isOn: true, threshold: riskMeasures.depositSum.usual },
  manyDeposits: { isOn: true, threshold: riskMeasures.manyDeposits.usual },
}
