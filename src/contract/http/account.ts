import type { z } from 'zod'
import { fromWireAmount, toWireAmount, type Cents, type WalletBalances } from '../money.ts'
import type { DeviceType } from '../rules/deviceType.ts'
import type { BetsShown } from '../rules/nickname.ts'
import type { SuspendedPrize } from '../rules/prizeSuspension.ts'
import { get, post } from './call.ts'
import { fromWireSuspended } from './suspended.ts'
import { fromWireBalances } from './wallet.ts'
import type { TestAccount } from './user.ts'
import type * as schema from './user.schema.ts'

/** What other players see: docs/product.md, "What other players see". `changeFrom` is ISO 8601. */
export type IdentityWire = z.output<typeof schema.identity.data>

/** What a player reads and changes about the own account; what every page needs is in user.ts. */
export const accountCalls = {
  setHeader: get<{ params: { index: number } }, null>('/api/app/user/setHeader/{index}'),
  /** What other players see of the player. */
  identity: get<object, IdentityWire>('/api/app/user/identity'),
  setNickname: post<{ body: { nickname: string } }, IdentityWire>('/api/app/user/nickname'),
  setBetsShown: post<{ body: { bets: BetsShown } }, IdentityWire>('/api/app/user/betsShown'),
  updateKyc: post<{ body: { name: string; cardNo: string; birthDate?: string } }, null>(
    '/api/app/user/updateKyc',
  ),
  /** Sends the link that confirms the e-mail address again. */
  confirmEmail: post<{ body: Record<string, never> }, null>('/api/app/user/confirmEmail'),
  /** Which e-mails the player has asked for. */
  mails: get<object, z.output<typeof schema.mails.data>>('/api/app/user/mails'),
  setMails: post<{ body: { monthly: boolean } }, z.output<typeof schema.mails.data>>('/api/app/user/mails'),
  /** Balances and locked amounts. */
  account: get<object, z.output<typeof schema.account.data>>('/api/app/user/account'),
  /**
   * Closes the account. All personal data is erased when no money is left in it: at once, or after the player has withdrawn
   * it. `giveUp` is all the cash, when the player leaves it to the house.
   */
  erasePersonalData: post<
    { body: { pwd: string; giveUp?: number } },
    z.output<typeof schema.erasePersonalData.data>
  >('/api/app/user/personalData/erase'),
  /** The player's open sessions. */
  sessions: get<object, z.output<typeof schema.sessions.data>>('/api/app/user/sessions'),
  endSessions: post<{ body: { sessionId?: string } }, z.output<typeof schema.sessions.data>>(
    '/api/app/user/sessions/end',
  ),
}

/** A session of the player. Times are ISO 8601. */
export interface OpenSession {
  id: string
  startedAt: string
  activeAt: string
  isCurrent: boolean
  /** null: opened before the server recorded it. */
  deviceType: DeviceType | null
}

export function fromWireSessions(wire: z.output<typeof schema.sessions.data>): OpenSession[] {
  return wire.map(({ sessionId, createdTime, activeTime, deviceType, current }) => ({
    id: sessionId,
    startedAt: createdTime,
    activeAt: activeTime,
    isCurrent: current,
    deviceType,
  }))
}

/** The two wallets on /conta, in cents. `locked`: cash locked by turnover; `held`: withdrawals in progress. */
export interface AccountSummary extends WalletBalances {
  withdrawable: Cents
  locked: Cents
  turnoverLeft: Cents
  held: Cents
  /** What corrected results left owing; later winnings pay it off. */
  debt: Cents
  /** Prizes that the house keeps aside. */
  suspended: SuspendedPrize<Cents, Date>[]
}

export function fromWireAccount(wire: z.output<typeof schema.account.data>): AccountSummary {
  return {
    ...fromWireBalances(wire),
    withdrawable: fromWireAmount(wire.wdAmount),
    locked: fromWireAmount(wire.locked),
    turnoverLeft: fromWireAmount(wire.turnoverLeft),
    held: fromWireAmount(wire.held),
    debt: fromWireAmount(wire.debt ?? 0),
    suspended: fromWireSuspended(wire.suspended),
  }
}

/** The account as stored in session storage for the login form ("Mudar de conta"). */
export function toWireTestAccount(account: TestAccount): { username: string; pwd: string; balance: number } {
  return { username: account.username, pwd: account.password, balance: toWireAmount(account.cash) }
}

/** The credentials in session storage; null if it holds none. */
export function fromStoredTestAccount(stored: unknown): { username: string; password: string } | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { username, pwd } = stored as { username?: unknown; pwd?: unknown }
  return typeof username === 'string' && typeof pwd === 'string' ? { username, password: pwd } : null
}
