import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Permission } from '#contract/office/permissions.ts'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import type { OfficeClient } from './officeClient.ts'
import type { SessionSnapshot, SessionStore } from './SessionStore.ts'

export interface Office {
  client: OfficeClient
  session: SessionStore
  /** The addresses of the pages that the office has; `:id` marks a parameter. */
  paths: ReadonlySet<string>
}

export const OfficeContext = createContext<Office | null>(null)

/** The calls and the session of this page. */
export function useOffice(): Office {
  const office = useContext(OfficeContext)
  if (!office) throw new Error('no OfficeContext above')
  return office
}

/** How far the login of this browser is, at this moment. */
export function useLogin(): SessionSnapshot {
  const { session } = useOffice()
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Whose page it is while the login covers it; null: that of whom is logged in. */
export const CoveredSession = createContext<SessionSnapshot | null>(null)

/** Who is logged in; a page that the login covers goes on as it was. */
export function useSession(): SessionSnapshot {
  const login = useLogin()
  return useContext(CoveredSession) ?? login
}

/** Whether the person may do something; nothing is shown that would be refused. */
export function useMay(): (permission: Permission | 'open' | undefined) => boolean {
  const { state } = useSession()
  return (permission) =>
    permission === undefined ||
    permission === 'open' ||
    (state.stage === 'full' && state.permissions.includes(permission))
}

/** Whether the jurisdiction has any of what something is about; nothing is shown that it forbids. */
export function useHouseHas(): (needs: readonly HouseSwitch[] | undefined) => boolean {
  const { state } = useSession()
  return (needs) =>
    needs === undefined || (state.stage === 'full' && needs.some((each) => !state.switchedOff.includes(each)))
}
