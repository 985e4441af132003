import type { ServerEventName } from './realtime.ts'

/** Apart from realtime.ts, which is in the first view's JavaScript: only the connection needs the names there. */
export const serverEventNames = [
  'notice',
  'notice:end',
  'updateUserInfo',
  'insBalance',
  'freeBalance',
  'paySuccess',
  'userBetAmount',
  'round:double',
  'chat:message',
  'chat:read',
  'feed:matches',
  'feed:changes',
  'feed:ticket',
  'time:changed',
  'account:linkUsed',
  'account:sessionEnded',
  'account:withdrawalPaid',
] as const satisfies readonly ServerEventName[]
