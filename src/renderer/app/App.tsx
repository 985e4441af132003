import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import type { RootStore } from '../stores/RootStore.ts'
import { ReloadSignal } from '../ui/ReloadSignal.ts'
import { StoresContext } from '../stores/useStores.ts'
import { watchRoutes } from './guard.ts'
import { Layout } from './Layout.tsx'
import type { AppNavigation } from './navigation.ts'
import { watchOverlays } from './overlayAddress.ts'
import { CurrentScreen } from './routes.tsx'

interface AppProps {
  root: RootStore
  navigation: AppNavigation
}

/** The whole client: stores and router. */
export const App = observer(function App({ root, navigation }: AppProps) {
  return (
    <StoresContext value={root}>
      <ReloadSignal value={root.realtime.reconnects}>
        <BrowserRouter>
          <NavigationBridge root={root} navigation={navigation} />
          <Layout>
            <CurrentScreen />
          </Layout>
        </BrowserRouter>
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
  }, [navigation, root, navigate, location])
  return null
}
