import type { QueryClient } from '@tanstack/react-query'
import { CoreAdminContext, memoryStore } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom'
import { RouterContext, routerProvider } from '../data/address.ts'
import { createAuthProvider } from '../data/authProvider.ts'
import { CoveredSession, OfficeContext, useLogin, type Office } from '../data/context.ts'
import { createDataProvider } from '../data/dataProvider.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import { LoginPage } from '../pages/login/LoginPage.tsx'
import { InvitationPage } from '../pages/login/InvitationPage.tsx'
import { Notices } from '../ui/actions/Notices.tsx'
import { Shell } from './Shell.tsx'

export interface AppProps {
  office: Office
  queries: QueryClient
}

export function App({ office, queries }: AppProps) {
  const router = useMemo(
    () => createBrowserRouter([{ path: '*', element: <Root office={office} queries={queries} /> }]),
    [office, queries],
  )
  return (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  )
}

function Root({ office, queries }: AppProps) {
  const providers = useMemo(
    () => ({
      dataProvider: createDataProvider(office.client),
      authProvider: createAuthProvider(office.client, office.session),
      routerProvider,
      store: memoryStore(),
    }),
    [office],
  )
  return (
    <OfficeContext value={office}>
      <CoreAdminContext {...providers} queryClient={queries} i18nProvider={i18nProvider}>
        <Gate queries={queries} />
      </CoreAdminContext>
    </OfficeContext>
  )
}

/**
 * The pages for whom is logged in, the login for everybody else. The login stands at the address that was asked for. When a
 * session ends by itself its page is hidden, not left: what was typed is there after the same person's next login.
 */
function Gate({ queries }: { queries: QueryClient }) {
  const login = useLogin()
  const { state, ended } = login
  const { pathname } = useLocation()
  /** Whose page it is. */
  const owner = useRef<string | undefined>(undefined)
  const last = useRef(login)
  const person = state.stage === 'full' ? state.person.id : undefined
  if (person !== undefined) last.current = login
  if (person !== undefined && owner.current !== person) {
    // Nobody sees what another person has loaded.
    if (owner.current !== undefined) queries.clear()
    owner.current = person
  }
  const hasLeft = person === undefined && ended === null && state.stage === 'none'
  useEffect(() => {
    if (!hasLeft || owner.current === undefined) return
    owner.current = undefined
    queries.clear()
  }, [hasLeft, queries])
  if (pathname === '/invitation') return <InvitationPage />
  const kept = hasLeft ? undefined : owner.current
  return (
    <>
      {kept !== undefined && (
        <div hidden={person === undefined}>
          <CoveredSession value={person === undefined ? last.current : null}>
            <Shell key={kept} />
          </CoveredSession>
        </div>
      )}
      {person === undefined && <LoginPage />}
      <Notices />
    </>
  )
}
