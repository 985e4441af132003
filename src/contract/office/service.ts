import type { LanguageCode } from '../languages.ts'
import { officeCall } from './officeCall.ts'

/** A time in which nobody may deposit or play. */
export interface Closure {
  /** ISO 8601. */
  from: string
  /** null: until somebody opens the service again. */
  until: string | null
  /** Said instead of our text, by language. */
  texts: Partial<Record<LanguageCode, string>>
}

export interface ServiceState {
  id: 'service'
  closure: Closure | null
  /** Whether the closure lasts now. */
  isClosed: boolean
}

const change = { permission: 'settings.change', kind: 'action' } as const

export const serviceCalls = {
  get: officeCall<object, ServiceState>({
    name: 'service.get',
    path: '/api/service',
    permission: 'settings.read',
    kind: 'read',
  }),
  /** From `from` (null: now) bets and deposits are refused. Open rounds are played to their end. */
  close: officeCall<
    {
      body: {
        from: string | null
        until: string | null
        texts: Partial<Record<LanguageCode, string>>
        reason: string
      }
    },
    ServiceState
  >({ name: 'service.close', path: '/api/service/close', ...change }),
  open: officeCall<{ body: { reason: string } }, ServiceState>({
    name: 'service.open',
    path: '/api/service/open',
    ...change,
  }),
}
