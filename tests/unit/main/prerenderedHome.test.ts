import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPrerenderedHome } from '#main/prerenderedHome.ts'
import { securityHeaders } from '#main/security/csp.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-home-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('allows the style and the script of the prerendered page by their hashes, and no other inline code', async () => {
  writeFileSync(
    join(folder, 'home.ru_RU.html'),
    '<style>p{}</style><template><script type="module" src="/x.js"></script></template><script>{}</script>',
  )
  const home = await readPrerenderedHome(folder, 'ru_RU')
  if (home === null) throw new Error('no page')
  const policy = securityHeaders([], home)['Content-Security-Policy']
  expect(policy).toContain(`script-src 'self' ${hash('{}')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{}')};`)
  expect(securityHeaders([])['Content-Security-Policy']).toContain("script-src 'self';")
})

it('is missing where the build made none', async () => {
  expect(await readPrerenderedHome(folder, 'pt_BR')).toBeNull()
})
