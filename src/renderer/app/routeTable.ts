import { matchPage, type PageName } from '#contract/pages.ts'

/** How the client treats a page; its address is in contract/pages.ts. */
export interface RouteEntry {
  /** Needs a login ("Navigation guard" in docs/product.md). */
  auth: boolean
  /** Leaving the page tells the server that this game was left (`offGame`). */
  gameCode?: string
  /** Bets are placed here although it is no game. A game in a frame asks for a deposit by itself. */
  takesBets?: true
  /**
   * `all`: top and bottom bar; `none`: the page brings a title bar of its own, or nothing; `game`: as `none` on a phone,
   * as `all` on a wide screen.
   */
  bars: 'all' | 'game' | 'none'
}

const routeTable = {
  home: { auth: false, bars: 'all' },
  conta: { auth: false, bars: 'all' },
  registros: { auth: false, bars: 'all' },
  paySuccess: { auth: false, bars: 'none' },
  play: { auth: false, bars: 'game' },
  error: { auth: false, bars: 'none' },
  registered: { auth: false, bars: 'none' },
  dice: { auth: true, gameCode: 'dice', bars: 'game' },
  limbo: { auth: false, gameCode: 'limbo', bars: 'game' },
  luckyColor: { auth: false, gameCode: 'luckyColor', bars: 'game' },
  double: { auth: false, gameCode: 'double', bars: 'game' },
  rowDouble: { auth: false, gameCode: 'rowDouble', bars: 'game' },
  footballPage: { auth: false, takesBets: true, bars: 'all' },
  mines: { auth: false, gameCode: 'mines', bars: 'game' },
  fair: { auth: false, bars: 'none' },
  invitation: { auth: false, bars: 'all' },
  link: { auth: false, bars: 'none' },
  download: { auth: false, bars: 'all' },
  gamebouns: { auth: false, bars: 'all' },
  gameMess: { auth: true, bars: 'all' },
  signInSheet: { auth: false, bars: 'all' },
  jogoResponsavel: { auth: false, bars: 'all' },
  vip: { auth: false, bars: 'all' },
  share: { auth: true, bars: 'all' },
  agentJl: { auth: false, bars: 'all' },
  ladderBonus: { auth: false, bars: 'all' },
  active: { auth: false, bars: 'all' },
  sharedTicket: { auth: false, bars: 'all' },
  voucher: { auth: false, bars: 'all' },
  terminalLogin: { auth: false, bars: 'all' },
} as const satisfies Record<PageName, RouteEntry>

/** The page at a pathname with its entry and the value in its path; undefined for an unknown path. */
export function matchRoute(
  pathname: string,
): { name: PageName; entry: RouteEntry; value: string } | undefined {
  const page = matchPage(pathname)
  return page && { ...page, entry: routeTable[page.name] }
}
