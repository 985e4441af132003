import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Permission } from '#contract/office/permissions.ts'
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

export function useSession(): SessionSnapshot {
  const { session } = useOffice()
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Whether the person may do something; nothing is shown that would be refused. */
export function useMay(): (permission: Permission | 'open' | undefined) => boolean {
  const { state } = useSession()
  return (permission) =>
    permission === undefined ||
    permission === 'open' ||
    (state.stage === 'full' && state.permissions.includes(permission))
}
