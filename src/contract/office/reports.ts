import { officeCall, type OfficeCall } from './officeCall.ts'

/** A week begins on Monday; days are those of Brasília. */
export const reportPeriods = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** How a column is written: an amount in cents, or a number. */
export type ReportColumnKind = 'cents' | 'count'

/** What is known of the bets of a period or a game, in the order of a table; docs/operator.md says what each is. */
export const betColumns = {
  ggrCents: 'cents',
  taxBaseCents: 'cents',
  placed: 'count',
  placedCents: 'cents',
  settled: 'count',
  cashStakesCents: 'cents',
  cashPayoutsCents: 'cents',
  bonusStakesCents: 'cents',
  bonusPayoutsCents: 'cents',
  correctionsCents: 'cents',
  refundsCents: 'cents',
  actives: 'count',
} as const satisfies Record<string, ReportColumnKind>

const { ggrCents, ...moreOfBets } = betColumns

/** What is known of the whole house. Liabilities are those at the end of the period. */
export const houseColumns = {
  ggrCents,
  bonusCostCents: 'cents',
  taxCents: 'cents',
  ngrCents: 'cents',
  ...moreOfBets,
  depositsCents: 'cents',
  depositCount: 'count',
  vouchersCents: 'cents',
  withdrawalsCents: 'cents',
  withdrawalCount: 'count',
  feesCents: 'cents',
  debtsCents: 'cents',
  adjustmentsCents: 'cents',
  registrations: 'count',
  firstDeposits: 'count',
  firstDepositCents: 'cents',
  cashLiabilityCents: 'cents',
  bonusLiabilityCents: 'cents',
  heldWithdrawalsCents: 'cents',
  openRoundsCents: 'cents',
  openTicketsCents: 'cents',
} as const satisfies Record<string, ReportColumnKind>

export type BetColumn = keyof typeof betColumns
export type HouseColumn = keyof typeof houseColumns

export type BetSums = Record<BetColumn, number>
/** `actives` is null for a range that is no single period: a player of two of its days would count twice. */
export type HouseSums = Record<Exclude<HouseColumn, 'actives'>, number> & { actives: number | null }

/** `starts`: the first day of the period, YYYY-MM-DD, also if the range begins later. */
export type HouseRow = HouseSums & { starts: string }

export type GameRow = Omit<BetSums, 'actives'> & {
  actives: number | null
  starts: string
  product: 'game' | 'sport'
  /** The game's code, or the sport; `mixed` for tickets on several sports, empty when it is unknown. */
  game: string
  /** A game's name in the reader's language; null for sports and unknown games. */
  name: string | null
  /** Who brings it, and who made it where that is somebody else; null: our own, and sports. */
  provider: string | null
}

/** An amount of one kind: `bonus` by kind of bonus, `deposit` by provider, `withdrawal` by type of destination and so on. */
export interface MoneyRow {
  starts: string
  kind: string
  detail: string
  count: number
  cents: number
}

/** Days, YYYY-MM-DD, both included; three years at most. `range`: one row for all of them. */
export interface ReportQuery {
  from: string
  to: string
  by: ReportPeriod | 'range'
  /** The id of one of the brands; all if it is left out. */
  brand?: string | undefined
}

export const reportSpans = ['today', 'yesterday', 'last7', 'last30', 'month'] as const
export type ReportSpanName = (typeof reportSpans)[number]

/** Some days that end today (or yesterday), and as many before them; of a month, the same days of the one before. */
export interface ReportSpan {
  name: ReportSpanName
  from: string
  to: string
  current: HouseSums
  before: HouseSums
}

/** A brand under which players have registered. */
export interface ReportBrand {
  id: string
  /** As players read it; the id if another server has the name. */
  name: string
}

export interface ReportOverview {
  /** This server's first. */
  brands: ReportBrand[]
  /** Today in Brasília, YYYY-MM-DD. */
  today: string
  spans: ReportSpan[]
  /** The tax on the revenue of today, in hundredths of a percent. */
  taxBasisPoints: number
  /** When the reports were last compared with the ledger, ISO 8601; null: never. */
  checkedAt: string | null
  /** Sums that were found to differ from the ledger. */
  differences: number
}

const csv = (name: string, path: string): OfficeCall<{ query: ReportQuery }, string, 'csv'> => ({
  name,
  method: 'GET',
  path,
  permission: 'reports.export',
  kind: 'csv',
})

const read = { permission: 'reports.read', kind: 'read' } as const

export const reportCalls = {
  overview: officeCall<{ query: Pick<ReportQuery, 'brand'> }, ReportOverview>({
    ...read,
    name: 'reports.overview',
    path: '/api/reports/overview',
  }),
  /** The whole house by period, oldest first, and the sum of the range. */
  house: officeCall<{ query: ReportQuery }, { rows: HouseRow[]; total: HouseSums }>({
    ...read,
    name: 'reports.house',
    path: '/api/reports/house',
  }),
  /** Games and sports by period; within a period the ones that earned most first. */
  games: officeCall<{ query: ReportQuery }, { rows: GameRow[] }>({
    ...read,
    name: 'reports.games',
    path: '/api/reports/games',
  }),
  /** Deposits, withdrawals, bonuses and the rest by kind and period. */
  money: officeCall<{ query: ReportQuery }, { rows: MoneyRow[] }>({
    ...read,
    name: 'reports.money',
    path: '/api/reports/money',
  }),
  /** Files have the rows of each brand for itself, with the brand and the currency. */
  exportHouse: csv('reports.exportHouse', '/api/reports/house.csv'),
  exportGames: csv('reports.exportGames', '/api/reports/games.csv'),
  exportMoney: csv('reports.exportMoney', '/api/reports/money.csv'),
}
