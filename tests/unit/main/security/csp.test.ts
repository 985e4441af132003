import { expect, it } from 'vitest'
import { securityHeaders } from '#main/security/csp.ts'

function policy(origins: string[]): Map<string, string> {
  const text = securityHeaders(origins)['Content-Security-Policy'] ?? ''
  return new Map(
    text.split('; ').map((part): [string, string] => {
      const space = part.indexOf(' ')
      return [part.slice(0, space), part.slice(space + 1)]
    }),
  )
}

it('allows nothing that is not named', () => {
  expect(policy([]).get('default-src')).toBe("'none'")
})

it('has nothing unsafe, no wildcard and no network scheme', () => {
  const text = securityHeaders(['https://games.example'])['Content-Security-Policy']
  expect(text).not.toMatch(/unsafe|\*|\bhttps?:(?!\/\/)|blob:/)
})

it('lets the renderer load only its own files', () => {
  expect(policy(['https://games.example']).get('connect-src')).toBe("'self'")
  expect(policy(['https://games.example']).get('script-src')).toBe("'self'")
  expect(policy([]).get('form-action')).toBe("'none'")
  expect(policy([]).get('base-uri')).toBe("'none'")
  expect(policy([]).get('frame-ancestors')).toBe("'none'")
})

it('frames the configured origins only', () => {
  expect(policy(['https://games.example', 'https://chat.example']).get('frame-src')).toBe(
    'https://games.example https://chat.example',
  )
  expect(policy([]).get('frame-src')).toBe("'none'")
})

it('leaves it to main to refuse what a frame does to the window, also after a click', () => {
  // Chromium: the second is not part of the first, and a frame inherits what is missing here.
  expect(policy([]).get('sandbox')).toMatch(/allow-top-navigation allow-top-navigation-by-user-activation$/)
})
