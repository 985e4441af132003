/**
 * Headers of every answer to the renderer. It talks to nobody: main does its HTTP, so `connect-src` is its own
 * files only. Frames are the games' and the support chat's, from configured origins.
 */
export function securityHeaders(frameOrigins: readonly string[]): Record<string, string> {
  const frames = frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'"
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "connect-src 'self'",
      `frame-src ${frames}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
