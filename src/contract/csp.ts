/** The directives in use, in the order of the header. */
const order = [
  'default-src',
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'worker-src',
  'frame-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'sandbox',
] as const

export type CspDirective = (typeof order)[number]

/** Sources of each directive, spelled as in the header: `'self'`, `data:`, an origin, a hash in quotes. */
export type CspDirectives = Readonly<Partial<Record<CspDirective, readonly string[]>>>

/** The base of the policy of each page: scripts and styles from its own files, nothing else; no page may frame it. */
export const ownFilesOnly = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
} as const satisfies CspDirectives

/** The value of a `Content-Security-Policy` header. A directive without sources allows nothing (`'none'`). */
export function cspHeader(directives: CspDirectives): string {
  return order
    .flatMap((name) => {
      const sources = directives[name]
      if (!sources) return []
      return `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`
    })
    .join('; ')
}
