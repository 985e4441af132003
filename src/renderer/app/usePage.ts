import { useMatches, type Params } from 'react-router-dom'

/** How the bars and hosts around a page treat it. */
export interface PageTraits {
  /** Leaving the page tells the server that this game was left (`offGame`). */
  gameCode?: string
  /** Bets are placed here although it is no game. A game in a frame asks for a deposit by itself. */
  takesBets?: true
  /**
   * `all`: top and bottom bar; `none`: the page brings a title bar of its own, or nothing; `game`: as `none` on a phone,
   * as `all` on a wide screen.
   */
  bars: 'all' | 'game' | 'none'
  /** A guest is sent home and asked to log in. */
  needsLogin?: true
}

/** What a route has as its `handle`: several pages may share a route, whose parameter then decides. */
export type PageHandle = (params: Params) => PageTraits | undefined

/** The traits of the page at a match of the router; undefined where there is no page. */
export function traitsOf(handle: unknown, params: Params = {}): PageTraits | undefined {
  return (handle as PageHandle | undefined)?.(params)
}

/** The traits of the page that is shown. */
export function usePage(): PageTraits | undefined {
  const match = useMatches().at(-1)
  return traitsOf(match?.handle, match?.params)
}
