/**
 * `Cache-Control` of a built file: kept for good when its name holds a hash, else revalidated on every use.
 */
export function cacheControlOf(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
