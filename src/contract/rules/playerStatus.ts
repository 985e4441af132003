/** What the operator may decide about a player (docs/operator.md). */
export const playerStatuses = ['active', 'suspended', 'closed'] as const
/**
 * `suspended` may log in, look and withdraw, but neither deposit nor play; `closed` may
 * log in only to withdraw what is left. */
export type PlayerStatus = (typeof playerStatuses)[number]

/** Why; the player is told. `request`: the player has asked for it; `register`: the register of blocked persons names them. */
export const statusReasons = ['documents', 'security', 'payments', 'terms', 'request', 'register'] as const
export type StatusReason = (typeof statusReasons)[number]

/** The limits that the operator may set for one player; `stake` is the most for one bet. */
export const houseLimitKinds = ['deposit', 'loss', 'time', 'stake'] as const
export type HouseLimitKind = (typeof houseLimitKinds)[number]
export const houseLimitPeriods = ['day', 'week', 'month', 'bet'] as const
/** `bet` for stakes, and for nothing else. */
export type HouseLimitPeriod = (typeof houseLimitPeriods)[number]
