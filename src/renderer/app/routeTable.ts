/**
 * Every route of spec §2 and PRODUCT.md section 4. `{}` at the end of a path is a value glued to it (/y{yqm}).
 * `gameCode` makes leaving the page tell the server (spec §4, offGame). `bars`: 'all' top and bottom bar;
 * 'top' the page's own title bar with balance (games, inner pages); 'none' nothing.
 */
export interface RouteEntry {
  path: string
  auth: boolean
  gameCode?: string
  bars: 'all' | 'none'
}

export const routeTable = {
  home: { path: '/home', auth: false, bars: 'all' },
  conta: { path: '/conta', auth: false, bars: 'all' },
  registros: { path: '/registros', auth: false, bars: 'all' },
  paySuccess: { path: '/paySuccess', auth: false, bars: 'none' },
  play: { path: '/play', auth: false, bars: 'none' },
  error: { path: '/error', auth: false, bars: 'none' },
  registered: { path: '/registered', auth: false, bars: 'none' },
  dice: { path: '/dice', auth: true, gameCode: 'dice', bars: 'none' },
  limbo: { path: '/limbo', auth: false, gameCode: 'limbo', bars: 'none' },
  luckyColor: { path: '/luckyColor', auth: false, gameCode: 'luckyColor', bars: 'none' },
  double: { path: '/double', auth: false, gameCode: 'double', bars: 'none' },
  rowDouble: { path: '/rowDouble', auth: false, gameCode: 'rowDouble', bars: 'none' },
  footballPage: { path: '/footballPage', auth: false, bars: 'all' },
  mines: { path: '/mines', auth: false, gameCode: 'mines', bars: 'none' },
  fair: { path: '/fair', auth: false, bars: 'none' },
  invitation: { path: '/y{}', auth: false, bars: 'all' },
  link: { path: '/zgo{}', auth: false, bars: 'none' },
  download: { path: '/download', auth: false, bars: 'all' },
  gamebouns: { path: '/gamebouns', auth: false, bars: 'all' },
  gameMess: { path: '/gameMess', auth: true, bars: 'all' },
  signInSheet: { path: '/signInSheet', auth: false, bars: 'all' },
  jogoResponsavel: { path: '/jogoResponsavel', auth: false, bars: 'all' },
  vip: { path: '/vip', auth: false, bars: 'all' },
  share: { path: '/share', auth: true, bars: 'all' },
  agentJl: { path: '/agentJl', auth: false, bars: 'all' },
  ladderBonus: { path: '/ladderBonus', auth: false, bars: 'all' },
  active: { path: '/active{}', auth: false, bars: 'all' },
} as const satisfies Record<string, RouteEntry>

export type RouteName = keyof typeof routeTable

/** The entry that a pathname belongs to, with the value glued to it; undefined for unknown paths. */
export function matchRoute(
  pathname: string,
): { name: RouteName; entry: RouteEntry; value: string } | undefined {
  const path = pathname.replace(/\/+$/, '') || '/'
  const entries = Object.entries(routeTable) as [RouteName, RouteEntry][]
  for (const [name, entry] of entries) if (entry.path === path) return { name, entry, value: '' }
  for (const [name, entry] of entries) {
    const prefix = entry.path.endsWith('{}') ? entry.path.slice(0, -2) : undefined
    if (prefix && path.startsWith(prefix) && path.length > prefix.length && !path.slice(1).includes('/')) {
      return { name, entry, value: decode(path.slice(prefix.length)) }
    }
  }
  return undefined
}

/** A code with a broken escape (`/y%E0`) is taken as it is typed: then it is an unknown code, not a crash. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
