import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readDrawnHome } from '#main/drawnHome.ts'
import { securityHeaders } from '#main/security/csp.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-home-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('allows the style and the script of the drawn page by their hashes, and no other inline code', async () => {
  writeFileSync(
    join(folder, 'home.ru_RU.html'),
    '<style>p{}</style><template><script type="module" src="/x.js"></script></template><script>{}</script>',
  )
  const home = await readDrawnHome(folder, 'ru_RU')
  if (home === null) throw new Error('no page')
  const policy = securityHeaders([], home)['Content-Security-Policy']
  expect(policy).toContain(`script-src 'self' ${hash('{}')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{}')};`)
  expect(securityHeaders([])['Content-Security-Policy']).toContain("script-src 'self';")
})

it('is missing where the build has drawn none', async () => {
  expect(await readDrawnHome(folder, 'pt_BR')).toBeNull()
})
