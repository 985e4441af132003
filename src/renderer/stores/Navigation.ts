/** How stores move between pages; the router in app/ implements it. */
export interface Navigation {
  /** Path with search, as typed: '/home', '/error?reason=closed'. */
  go(path: string, options?: { replace?: boolean }): void
  back(): void
  path(): string
}
