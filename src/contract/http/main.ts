import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import type { OnlineCountRule } from '../rules/onlineCount.ts'
import { get, post } from './call.ts'
import type * as schema from './main.schema.ts'

export type AppInfo = z.output<typeof schema.appInfo.data>
export type HelpLine = AppInfo['helpLines'][number]
export type PaymentMethod = AppInfo['paymentMethods'][number]

export const mainCalls = {
  sendEmail: post<{ body: { email: string } }, null>('/api/app/main/RESETPWD/sendEmail', {
    auth: 'none',
    bodyType: 'form',
  }),
  checkEmail: post<{ body: { email: string; code: string } }, string>('/api/app/main/RESETPWD/checkEmail', {
    auth: 'none',
    bodyType: 'form',
  }),
  setPwd: post<{ body: { nPwd: string; chkId: string } }, null>('/api/app/main/setPwd', { auth: 'none' }),
  userGift: get<object, 0 | 1>('/api/app/main/userGift'),
  claimGift: post<{ body: Record<string, never> }, z.output<typeof schema.claimGift.data>>(
    '/api/app/main/claimGift',
    {
      idempotent: 'optional',
    },
  ),
  appInfo: get<object, AppInfo>('/api/app/main/appInfo', { auth: 'optional' }),
  home: get<object, z.output<typeof schema.home.data>>('/api/app/main/home', { auth: 'none' }),
  invitation: get<{ params: { code: string } }, z.output<typeof schema.invitation.data>>(
    '/api/app/main/invitation/{code}',
    { auth: 'none' },
  ),
}

export interface HomeFeed {
  banners: { id: 'deposit' | 'fair' | 'sports'; target: string }[]
  bigWins: { player: string; gameCode: string; amount: Cents; at: string }[]
  /** Players online; rules/onlineCount.ts turns this into the figure on the screen. */
  online: number
  onlineRule: OnlineCountRule
}

export function fromWireHome(wire: z.output<typeof schema.home.data>): HomeFeed {
  return { ...wire, bigWins: wire.bigWins.map((win) => ({ ...win, amount: fromWireAmount(win.amount) })) }
}

export interface Invitation {
  inviter: string
  avatar: number
  welcomeBonus: Cents
}

export function fromWireInvitation(wire: z.output<typeof schema.invitation.data>): Invitation {
  return { inviter: wire.inviter, avatar: wire.avatar, welcomeBonus: fromWireAmount(wire.bouns) }
}
