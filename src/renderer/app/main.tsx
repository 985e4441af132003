import '../ui/tokens.css'
import '../ui/fonts.css'
import '../ui/base.css'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { toLanguageCode } from '#contract/languages.ts'
import { homeAliases } from '#contract/pages.ts'
import { loadDictionary } from '../i18n/i18n.ts'
import { createPlatform } from '../platform/index.ts'
import { createStorages } from '../services/storage.ts'
import { RootStore } from '../stores/RootStore.ts'
import { noReply } from '../stores/ServerStore.ts'
import { App } from './App.tsx'
import { createGuard } from './guard.ts'
import { createNavigation } from './navigation.ts'
import { loadFont } from './font.ts'
import { watchForcedColors } from './forcedColors.ts'
import { watchOverlays } from './overlayAddress.ts'
import { prerenderedPage, releasePrerendered, renderClient } from './renderClient.ts'
import { createRoutes, loadInitialScreen, preloadScreens } from './routes.tsx'
import { loadPlayerBar } from './TopBar.tsx'
import { watchOutsideLinks } from './outsideLinks.ts'
import { watchNetwork, watchStyles } from './loadWithRetry.ts'

/** After that, a prerendered page gives way to one that says that it is loading, in ms. */
const longestWaitMs = 3_000

/** Starts the client: loads dictionary and host in parallel, then renders. */
async function start(): Promise<void> {
  watchStyles()
  watchForcedColors()
  const storages = createStorages()
  const navigation = createNavigation()
  // Applied before the first paint; see services/textScale.ts.
  const scale = storages.local.get('textScale')
  if (scale) document.documentElement.style.setProperty('--text-scale', String(Number(scale) / 100))
  const root = new RootStore(createPlatform(), storages, navigation, loadDictionary)
  // The bundler knows the host and drops the other one's code.
  if (__HOST__ === 'web') {
    watchNetwork(
      () => !navigator.onLine || root.realtime.isLost || root.server.isDoubtful,
      () => root.server.note(noReply),
    )
  }
  preloadScreens()
  // Stores and what they start are two tasks: on a phone each takes a twentieth of a second.
  await new Promise((done) => setTimeout(done))
  await Promise.all([
    startStores(root),
    __HOST__ === 'electron' ? loadFont() : undefined,
    loadDictionary(toLanguageCode(storages.local.get('language') as string | undefined)),
  ])
  if (__HOST__ === 'electron') watchOutsideLinks(root.overlays)
  const guard = createGuard(root)
  const routes = createRoutes(guard)
  const isLoaded =
    prerenderedPage() !== null &&
    (await Promise.race([
      tryInitialScreen(routes),
      new Promise<false>((done) => setTimeout(() => done(false), longestWaitMs)),
    ]))
  const router = createBrowserRouter(routes)
  const handleReady = () => {
    watchOverlays(router, root.overlays)
    guard.watch(router)
    navigation.attach(router)
    releasePrerendered()
  }
  renderClient(<App root={root} router={router} onReady={handleReady} />, storages, isLoaded)
}

/** A player's part of the top bar comes with the first render. */
async function startStores(root: RootStore): Promise<void> {
  await root.start()
  if (!root.session.isLoggedIn) return
  // The bar itself loads it again.
  await loadPlayerBar().catch((error: unknown) => console.info('player bar not loaded', error))
}

/** The prerendered page stays until its screen has loaded. */
async function tryInitialScreen(routes: RouteObject[]): Promise<boolean> {
  try {
    // Home is prerendered there too. A redirect would render it again.
    if (homeAliases.some((path) => path === location.pathname)) history.replaceState(null, '', '/home')
    await loadInitialScreen(routes, location.pathname)
    return true
  } catch (error) {
    // The screen itself loads again and shows the failure.
    console.info('screen not loaded', error)
    return false
  }
}

// Not in the task that has run the modules: on a phone each takes a tenth of a second. The fallback that the player sees
// when it fails is in index.html.
setTimeout(() =>
  start().catch(async (error: unknown) => {
    console.error('start failed', error)
    const { showStartFailure } = await import('./startFailure.ts')
    showStartFailure(error)
  }),
)
