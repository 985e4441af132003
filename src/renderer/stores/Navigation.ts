/** How stores navigate; implemented by the router in app/. */
export interface Navigation {
  /** `path`: path and query, for example '/home' or '/error?reason=closed'. */
  go(path: string, options?: { replace?: boolean }): void
  back(): void
  path(): string
}
