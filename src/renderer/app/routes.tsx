import type { ComponentType } from 'react'
import {
  matchRoutes,
  useLoaderData,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom'
import { homeAliases, pagePaths, type ValuePageName } from '#contract/pages.ts'
import { HomeScreen } from '../screens/home/HomeScreen.tsx'
import { chunkLoader } from './chunk.ts'
import type { Guard } from './guard.ts'
import { Layout } from './Layout.tsx'
import { lazyPages, valuePages } from './pages.ts'
import { redirectTo } from './redirectTo.ts'
import { ScreenFailed } from './ScreenFailed.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import type { PageHandle } from './usePage.ts'

/** What every route below the layout has. */
const screen = {
  caseSensitive: true,
  ErrorBoundary: ScreenFailed,
  HydrateFallback: ScreenSkeleton,
  // An overlay changes the address too: the page is still the one that was let in.
  shouldRevalidate: ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
    currentUrl.pathname !== nextUrl.pathname,
}

const loadScreens = () => import('./screens.ts')

/** Fetches the file that says where the screens are, ahead of the first that is opened. */
export function preloadScreens(): void {
  // A screen itself loads it again and shows a failure.
  loadScreens().catch((error: unknown) => console.info('screens not loaded', error))
}

/** The route table ("Route table" in docs/product.md), which React Router matches. */
export function createRoutes(guard: Pick<Guard, 'requireLogin'>): RouteObject[] {
  const lazy = (Object.keys(lazyPages) as (keyof typeof lazyPages)[]).map((name): RouteObject => {
    const page = lazyPages[name]
    const load = chunkLoader(async () => (await loadScreens()).screens[name](), page.texts)
    return {
      ...screen,
      id: name,
      path: pagePaths[name],
      handle: (() => page) satisfies PageHandle,
      loader: page.needsLogin && guard.requireLogin,
      lazy: async () => ({ Component: await load() }),
    }
  })
  return [
    {
      Component: Layout,
      ErrorBoundary: ScreenFailed,
      children: [
        {
          ...screen,
          id: 'home',
          path: pagePaths.home,
          handle: (() => ({ bars: 'all' })) satisfies PageHandle,
          Component: HomeScreen,
        },
        ...lazy,
        // React Router matches whole segments only: the pages whose address ends with a value share a route.
        {
          ...screen,
          path: '/:address',
          handle: (({ address }) => valuePageAt(address)?.page) satisfies PageHandle,
          loader: loadValueScreen,
          Component: ValueScreen,
        },
        // Unknown addresses lead to /, and thus home.
        ...[...homeAliases, '*'].map((path): RouteObject => ({ ...screen, path, loader: toHome })),
        ...developmentRoutes,
      ],
    },
  ]
}

const toHome = (args: LoaderFunctionArgs) => redirectTo('/home', args)

/** The style page exists in development builds only. */
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        ...screen,
        path: '/ui',
        lazy: async () => ({ Component: (await import('../screens/ui/UiScreen.tsx')).UiScreen }),
      },
    ]
  : []

function valuePageAt(address = '') {
  for (const name of Object.keys(valuePages) as ValuePageName[]) {
    const prefix = pagePaths[name].slice(1, -'{}'.length)
    if (address.startsWith(prefix) && address.length > prefix.length)
      return { name, page: valuePages[name], value: address.slice(prefix.length) }
  }
  return undefined
}

interface LoadedScreen {
  Screen: ComponentType<{ value: string }>
  value: string
}

async function loadValueScreen(args: LoaderFunctionArgs): Promise<LoadedScreen | Response> {
  const found = valuePageAt(args.params['address'])
  if (!found) return toHome(args)
  const { name, page, value } = found
  const load = chunkLoader(async () => (await loadScreens()).valueScreens[name](), page.texts)
  return { Screen: await load(), value }
}

function ValueScreen() {
  const { Screen, value } = useLoaderData() as LoadedScreen
  return <Screen key={value} value={value} />
}

/**
 * Loads the screen of an address before the router is made, which then shows it at once: a prerendered page
 * stays until all of it can be replaced.
 */
export async function loadInitialScreen(routes: RouteObject[], pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? [])
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}
