import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { RouterProvider, type DataRouter } from 'react-router-dom'
import type { RootStore } from '../stores/RootStore.ts'
import { ReloadSignal } from '../ui/ReloadSignal.ts'
import { StoresContext } from '../stores/useStores.ts'

interface AppProps {
  root: RootStore
  router: DataRouter
  /** Called once the first page reacts. */
  onReady?: () => void
}

/** The whole client: stores and router. The build renders pages with a router that has no browser (prerender.tsx). */
export const App = observer(function App({ root, router, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady])
  return (
    <StoresContext value={root}>
      <ReloadSignal value={root.realtime.reconnects}>
        <RouterProvider router={router} />
      </ReloadSignal>
    </StoresContext>
  )
})
