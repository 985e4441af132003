import type { compliance as original, complianceCallTexts as originalCalls } from '../pt-BR/compliance.ts'

export const compliance: typeof original = {
  blockedPlayers: {
    title: 'Blocked persons',
    text: 'Players whom the official register names. The days to withdraw, the closing and the repayment run by themselves.',
    blockedAt: 'Since',
    player: 'Player',
    state: 'State',
    reasons: 'Reasons',
    withdrawUntil: 'May withdraw by',
    payUntil: 'Pay back by',
    left: 'Left',
    requestId: 'Number of the answer',
    empty: 'The register names nobody',
    emptyText: 'When the register names a player, they appear here with their deadlines.',
  },
  prizes: {
    title: 'Prizes by player',
    text: 'Net prizes by year: what bets with cash have paid beyond their stakes, up to the last day that is over. Losses are deducted within each kind of bet.',
    player: 'Player',
    name: 'Name',
    sports: 'Sports',
    games: 'Games',
    net: 'Net prizes',
    taxable: 'Above the free amount',
    tax: 'Tax',
    year: 'Year',
    empty: 'No prizes in this year',
    emptyText: 'Whoever wins more than they staked appears here the day after.',
  },
  blockStates: {
    withdrawing: 'May withdraw',
    paying: 'Being paid back',
    late: 'Paid back late',
    locked: 'Locked by the house',
    unclaimed: 'Unclaimed',
    paid: 'Paid back',
    ended: 'Free again',
  },
  blockReasons: {
    socialProgramme: 'Social programme',
    selfExclusion: 'Central self-exclusion',
    creditProgramme: 'Debts or student credit',
    other: 'Other',
  },
}

export const complianceCallTexts: typeof originalCalls = {
  prizes: { export: 'Export prizes' },
  blockedPlayers: { export: 'Export blocked persons' },
}
