import { cspHeader, ownFilesOnly } from '#contract/csp.ts'

/**
 * Headers of every response to the renderer. Main does its HTTP, so `connect-src` allows its own
 * files only. Frames are games and the support chat, from configured origins. `inline` are the hashes of what the page
 * contains itself. There is no Cross-Origin-Opener-Policy: windows cannot be opened, and with it Chromium replaces the
 * window's process by a second one before the first paint.
 */
export function securityHeaders(
  frameOrigins: readonly string[],
  inline: { style: readonly string[]; script: readonly string[] } = { style: [], script: [] },
): Record<string, string> {
  return {
    'Content-Security-Policy': cspHeader({
      ...ownFilesOnly,
      'script-src': [...ownFilesOnly['script-src'], ...inline.script],
      'style-src': [...ownFilesOnly['style-src'], ...inline.style],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'media-src': ["'self'"],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'frame-src': frameOrigins,
      'manifest-src': ["'self'"],
      // For the frames, which inherit it: no modals (alert, print), no windows. Exports are downloads of our page.
      sandbox: [
        'allow-scripts',
        'allow-forms',
        'allow-same-origin',
        'allow-downloads',
        // Navigations are refused by main, which logs them.
        'allow-top-navigation',
        // Not included in the one before: without it, frames that have it themselves could not even try.
        'allow-top-navigation-by-user-activation',
      ],
    }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
