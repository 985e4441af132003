import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import type { OnlineCountRule } from '../rules/onlineCount.ts'
import type * as schema from './appInfo.schema.ts'
import { get } from './call.ts'

export type AppInfo = z.output<typeof schema.appInfo.data>
export type HelpLine = AppInfo['helpLines'][number]
export type PaymentMethod = AppInfo['paymentMethods'][number]

/** What anybody may know about the house: its facts, and the moving parts of /home. */
export const appInfoCalls = {
  appInfo: get<object, AppInfo>('/api/app/main/appInfo', { auth: 'optional' }),
  home: get<object, z.output<typeof schema.home.data>>('/api/app/main/home', { auth: 'none' }),
  notices: get<object, z.output<typeof schema.notices.data>>('/api/app/main/notices', { auth: 'optional' }),
}

export interface HomeFeed {
  banners: z.output<typeof schema.home.data>['banners']
  bigWins: { player: string; gameCode: string; amount: Cents; at: string }[]
  /** Players online; rules/onlineCount.ts turns this into the figure on the screen. */
  online: number
  onlineRule: OnlineCountRule
}

export function fromWireHome(wire: z.output<typeof schema.home.data>): HomeFeed {
  return { ...wire, bigWins: wire.bigWins.map((win) => ({ ...win, amount: fromWireAmount(win.amount) })) }
}
