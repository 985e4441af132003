import type { AuthProvider } from 'ra-core'
import { officeCalls } from '#contract/office/calls.ts'
import { sessionCalls } from '#contract/office/session.ts'
import type { OfficeClient } from './officeClient.ts'
import type { SessionStore } from './SessionStore.ts'

/**
 * ra-core's view of the session. The login has several steps, so its page speaks with the calls itself (pages/login); and
 * a session that ends covers the page instead of leaving it (app/App.tsx), so `checkError` never sends anybody away.
 */
export function createAuthProvider(client: OfficeClient, session: SessionStore): AuthProvider {
  return {
    login: () => Promise.reject(new Error('the login page logs in by contract/office/session.ts')),
    async logout() {
      session.set(await client.call(sessionCalls.logout, {}))
    },
    async checkAuth() {
      if (session.get().state.stage !== 'full') throw new Error('not logged in')
    },
    checkError: () => Promise.resolve(),
    async getIdentity() {
      const { state } = session.get()
      if (state.stage !== 'full') throw new Error('not logged in')
      return { id: state.person.id, fullName: state.person.name }
    },
    async getPermissions() {
      const { state } = session.get()
      return state.stage === 'full' ? state.permissions : []
    },
    /** The action is a call's verb: `canAccess({ resource: 'staff', action: 'invite' })`. */
    async canAccess({ resource, action }) {
      const call = officeCalls.find(({ name }) => name === `${resource}.${action}`)
      if (!call) return false
      return call.permission === 'open' || session.has(call.permission)
    },
  }
}
