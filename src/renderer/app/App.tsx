import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import type { RootStore } from '../stores/RootStore.ts'
import { ReloadSignal } from '../ui/ReloadSignal.ts'
import { StoresContext } from '../stores/useStores.ts'
import { watchRoutes } from './guard.ts'
import { releaseDrawnPage } from './renderClient.ts'
import { Layout } from './Layout.tsx'
import type { AppNavigation } from './navigation.ts'
import { watchOverlays } from './overlayAddress.ts'
import { CurrentScreen } from './routes.tsx'

interface AppProps {
  root: RootStore
  navigation: AppNavigation
}

/** The whole client: stores and router. The build draws pages with a router that has no browser (prerender.tsx). */
export const App = observer(function App({
  root,
  navigation,
  Router = BrowserRouter,
}: AppProps & { Router?: ComponentType<{ children: ReactNode }> }) {
  return (
    <StoresContext value={root}>
      <ReloadSignal value={root.realtime.reconnects}>
        <Router>
          <NavigationBridge root={root} navigation={navigation} />
          <Layout>
            <CurrentScreen />
          </Layout>
        </Router>
      </ReloadSignal>
    </StoresContext>
  )
})

/** Gives the stores the router's navigation, and passes every new address to the guard and the overlays. */
function NavigationBridge({ root, navigation }: AppProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const isWatched = useRef(false)
  // Not a layout effect: the router receives navigations only after its own layout effects have run.
  useEffect(() => {
    navigation.attach(navigate)
    if (!isWatched.current) {
      isWatched.current = true
      watchOverlays(navigation, root.overlays)
      watchRoutes(navigation, root)
    }
    navigation.notifyRendered()
    releaseDrawnPage()
  }, [navigation, root, navigate, location])
  return null
}
