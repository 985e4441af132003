import { Suspense, type ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { isHomeAlias } from '#contract/pages.ts'
import { HomeScreen } from '../screens/home/HomeScreen.tsx'
import { chunk } from './chunk.ts'
import type { LaterScreenName, ScreenProps } from './laterScreens.tsx'
import { matchRoute } from './routeTable.ts'
import { ScreenBoundary, ScreenSkeleton } from './ScreenBoundary.tsx'

const loadLaterScreens = () => import('./laterScreens.tsx')
let LaterScreen: ComponentType<ScreenProps & { name: LaterScreenName }> = chunk(
  async () => (await loadLaterScreens()).LaterScreen,
  'none',
)

/**
 * Loads the screen of the address before the first render: a page that the server has drawn stays until all of it can be
 * replaced. Without it, the first render shows a skeleton.
 */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const name = matchRoute(pathname)?.name
  if (name === undefined || name === 'home') return
  const later = await loadLaterScreens()
  await later.loadScreen(name)
  LaterScreen = later.LaterScreen
}

/** The style page exists in development builds only. */
const UiScreen = import.meta.env.DEV
  ? chunk(async () => (await import('../screens/ui/UiScreen.tsx')).UiScreen)
  : undefined

/** The screen of the address; unknown addresses redirect to /home. */
export function CurrentScreen() {
  const { pathname } = useLocation()
  if (UiScreen && pathname === '/ui') {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <UiScreen />
      </Suspense>
    )
  }
  const match = matchRoute(pathname)
  if (!match) return <Navigate to={isHomeAlias(pathname) ? '/home' : '/'} replace />
  return (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<ScreenSkeleton />}>
        {match.name === 'home' ? <HomeScreen /> : <LaterScreen name={match.name} value={match.value} />}
      </Suspense>
    </ScreenBoundary>
  )
}
