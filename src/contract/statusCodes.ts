/** Named constants for the numeric and string codes of the wire: docs/product.md, "Status codes". */

/** `status` of GET order/getStatus. Anything else is pending. */
export const OrderStatus = { pending: '00', cancelled: '01', failed: '-01', paid: '10' } as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

/** Type of a wallet record. */
export const RecordType = { deposit: 10, withdrawal: 11 } as const

/** Status of a wallet record. */
export const RecordStatus = { pending: '00', cancelled: '01', credited: '10' } as const
export type RecordStatus = (typeof RecordStatus)[keyof typeof RecordStatus]

export const AwardType = { vipUpgrade: 14, promotion: 141 } as const

/** Order code of a posting in the statement: money paid in, a prize, anything else. */
export const FinanceCode = { recharge: 13, prize: 19, other: 199 } as const

/** State of a bet. */
export const BetState = {
  pending: 0,
  lost: 4,
  lostLate: -11,
  exception: -1,
  placed: -10,
  drawn: 9999,
  notDrawn: 8888,
} as const

/** Result of a bet or a leg. */
export const BetResult = { win: 10, loseHalf: 11, lose: 20, winHalf: 21, refund: 90, accepted: 1000 } as const

/** Period of a match. */
export const MatchPeriod = {
  notOpen: 0,
  firstHalf: 1,
  midfield: 2,
  secondHalf: 3,
  overtime: 4,
  penalties: 5,
  finished: -1,
  cancelled: -10,
  toBeDetermined: -11,
  cutInHalf: -12,
  interrupted: -13,
  postponed: -14,
} as const

/** The part of a match that a market is about. */
export const GameTime = {
  fullMatch: 1,
  firstHalf: 2,
  cornerKick: 4,
  quarter1: 1001,
  quarter2: 1002,
  quarter3: 1003,
  quarter4: 1004,
} as const
