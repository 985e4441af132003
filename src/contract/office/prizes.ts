import { officeCsvCall, officeListCall } from './officeCall.ts'

/** What a player's bets of a year have paid beyond their stakes, up to the last day that is over. */
export interface PrizeRow {
  /** Of the player. */
  id: string
  email: string
  /** As the identity check has it; empty before it. */
  name: string
  sportsCents: number
  gamesCents: number
  /** The kinds of bet with a gain. */
  netCents: number
  /** What exceeds the free amount, and the tax on it; 0 where prizes are not taxed. */
  taxableCents: number
  taxCents: number
}

export interface PrizeFilter {
  /** The running year in Brasília unless given. */
  year?: number
  playerId?: string
}

const list = officeListCall<PrizeRow, PrizeFilter>()({
  name: 'prizes.list',
  path: '/api/prizes',
  permission: 'reports.read',
  sorts: ['net'],
  order: 'desc',
})

export const prizeCalls = { list, export: officeCsvCall(list, 'reports.export') }
