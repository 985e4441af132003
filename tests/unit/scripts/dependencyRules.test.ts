import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cruiseAll } from '../../../scripts/dependencies/cruise.ts'

const { forbidden } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs') as {
  forbidden: { name: string; comment: string }[]
}

/** One import for each rule that it must find: the importing file, what it imports, the rule. */
const violations: [from: string, to: string, rule: string][] = [
  ['src/contract/a.ts', 'src/server/texts/refusal.ts', 'contract'],
  ['src/realtime/a.ts', 'src/main/window.ts', 'realtime'],
  ['src/http/a.ts', 'src/main/window.ts', 'http'],
  ['src/serviceWorker/a.ts', 'src/renderer/services/api.ts', 'serviceWorker'],
  ['src/preload/a.ts', 'src/main/window.ts', 'preload'],
  ['src/main/a.ts', 'src/server/startServer.ts', 'main'],
  ['src/main/embeddedServer.ts', 'src/renderer/ui/Button.tsx', 'main'],
  ['src/frames/chat/a.ts', 'src/renderer/ui/Button.tsx', 'frames/chat'],
  ['src/frames/staff/a.ts', 'src/renderer/services/api.ts', 'frames/staff'],
  ['src/frames/payment/a.ts', 'src/renderer/services/api.ts', 'frames/payment'],
  ['src/frames/slots/a.ts', 'src/renderer/ui/tokens.css', 'frames/slots'],
  ['src/frames/client.ts', 'src/frames/chat/texts.ts', 'frames/client.ts'],
  ['src/frames/sandbox/a.ts', 'src/renderer/ui/Button.tsx', 'frames/sandbox'],
  ['src/frames/slots/b.ts', 'src/frames/chat/texts.ts', 'frames/slots'],
  ['src/office/a.ts', 'src/renderer/services/api.ts', 'office'],
  ['src/renderer/app/a.ts', 'src/server/texts/refusal.ts', 'renderer/app'],
  ['src/renderer/screens/vip/a.ts', 'src/renderer/overlays/cashier/Cashier.ts', 'renderer/screens'],
  ['src/renderer/screens/vip/b.ts', 'src/renderer/screens/home/Home.ts', 'renderer/screens-apart'],
  ['src/renderer/overlays/vip/a.ts', 'src/renderer/app/routes.ts', 'renderer/overlays'],
  ['src/renderer/overlays/vip/b.ts', 'src/renderer/overlays/cashier/Cashier.ts', 'renderer/overlays-apart'],
  ['src/renderer/games/dice/a.ts', 'src/renderer/platform/web.ts', 'renderer/games'],
  ['src/renderer/games/dice/b.ts', 'src/renderer/games/mines/Mines.ts', 'renderer/games-apart'],
  ['src/renderer/features/bet/a.ts', 'src/renderer/games/mines/Mines.ts', 'renderer/features'],
  ['src/renderer/stores/a.ts', 'src/renderer/ui/Button.tsx', 'renderer/stores'],
  ['src/renderer/stores/b.ts', 'src/renderer/platform/web.ts', 'renderer/platform-types-only'],
  ['src/renderer/services/a.ts', 'src/renderer/stores/RootStore.ts', 'renderer/services'],
  ['src/renderer/services/b.ts', 'src/contract/http/call.schema.ts', 'renderer/no-schema'],
  ['src/office/b.ts', 'src/contract/http/call.schema.ts', 'office/no-schema'],
  ['src/renderer/platform/a.ts', 'src/renderer/services/api.ts', 'renderer/platform'],
  ['src/renderer/ui/a.ts', 'src/renderer/stores/RootStore.ts', 'renderer/ui'],
  ['src/renderer/screens/vip/c.tsx', 'src/renderer/services/api.ts', 'renderer/components-call-stores'],
  ['src/renderer/i18n/a.ts', 'src/renderer/stores/RootStore.ts', 'renderer/i18n'],
  ['src/renderer/assets/a.ts', 'src/renderer/ui/Button.tsx', 'renderer/assets'],
  ['src/server/startServer.ts', 'src/renderer/services/api.ts', 'server/start'],
  ['src/server/apps/playerApp.ts', 'src/server/jobs/jobs.ts', 'server/apps'],
  ['src/server/http/plugins/a.ts', 'src/server/routes/auth.ts', 'server/http/plugins'],
  ['src/server/http/endpoints/a.ts', 'src/server/routes/auth.ts', 'server/http/endpoints'],
  ['src/server/http/a.ts', 'src/server/domain/users.ts', 'server/http'],
  ['src/server/flow/a.ts', 'src/server/domain/users.ts', 'server/flow'],
  ['src/server/observe/a.ts', 'src/server/domain/users.ts', 'server/observe'],
  ['src/server/messaging/a.ts', 'src/server/ledger/ledger.ts', 'server/messaging'],
  ['src/server/time/a.ts', 'src/server/ledger/ledger.ts', 'server/time'],
  ['src/server/doctor/a.ts', 'src/server/apps/playerApp.ts', 'server/doctor'],
  ['src/server/sandbox/a.ts', 'src/server/apps/playerApp.ts', 'server/sandbox'],
  ['src/server/routes/a.ts', 'src/server/jobs/jobs.ts', 'server/routes'],
  ['src/server/office/command/a.ts', 'src/server/domain/users.ts', 'server/office/command'],
  ['src/server/office/routes/a.ts', 'src/server/jobs/jobs.ts', 'server/office/routes'],
  ['src/server/office/endpoints/a.ts', 'src/server/domain/users.ts', 'server/office/endpoints'],
  ['src/server/office/presenters/a.ts', 'src/server/routes/auth.ts', 'server/office/presenters'],
  ['src/server/office/approvals/a.ts', 'src/server/domain/users.ts', 'server/office/approvals'],
  ['src/server/office/identity/a.ts', 'src/server/routes/auth.ts', 'server/office/identity'],
  ['src/server/office/audit/a.ts', 'src/server/domain/users.ts', 'server/office/audit'],
  ['src/server/office/texts/a.ts', 'src/server/domain/users.ts', 'server/office/texts'],
  ['src/server/realtime/a.ts', 'src/server/routes/auth.ts', 'server/realtime'],
  ['src/server/jobs/a.ts', 'src/server/routes/auth.ts', 'server/jobs'],
  ['src/server/presenters/a.ts', 'src/server/routes/auth.ts', 'server/presenters'],
  ['src/server/sports/a.ts', 'src/server/routes/auth.ts', 'server/sports'],
  ['src/server/games/a.ts', 'src/server/sports/bet.ts', 'server/games'],
  ['src/server/domain/a.ts', 'src/server/games/rounds.ts', 'server/domain'],
  ['src/server/providers/a.ts', 'src/server/domain/users.ts', 'server/providers'],
  ['src/server/feed/a.ts', 'src/server/ledger/ledger.ts', 'server/feed'],
  ['src/server/ledger/a.ts', 'src/server/domain/users.ts', 'server/ledger'],
  ['src/server/db/a.ts', 'src/server/ledger/ledger.ts', 'server/db'],
  ['src/server/texts/a.ts', 'src/server/domain/users.ts', 'server/texts'],
  ['src/server/config/a.ts', 'src/server/db/client.ts', 'server/config'],
  ['src/server/domain/b.ts', 'pg', 'postgres-in-db'],
  ['src/server/domain/c.ts', 'only-for-development', 'server/runtime-packages'],
  ['src/server/domain/d.ts', 'not-in-package-json', 'no-undeclared-package'],
  ['src/server/domain/e.ts', './nowhere.ts', 'no-unresolvable'],
  ['scripts/c.ts', 'src/attic/old.ts', 'no-unknown-layer'],
  ['src/server/domain/g.ts', 'scripts/start.ts', 'no-import-of-scripts'],
  ['src/contract/b.ts', 'node:fs', 'contract/pure'],
  ['src/contract/c.ts', 'src/contract/http/call.schema.ts', 'contract/schemas-apart'],
  ['src/renderer/platform/b.ts', 'electron', 'electron-in-main'],
  ['src/renderer/platform/c.ts', 'axios', 'axios-in-http'],
  ['scripts/a.ts', 'tests/unit/a.test.ts', 'no-import-of-tests'],
  ['scripts/b.ts', 'bench/run.ts', 'no-import-of-bench'],
]

/** Full source text, where a plain value import is not what is tested. */
const sources: [file: string, text: string, rule: string][] = [
  [
    'src/server/deps.ts',
    "import { Clock } from './time/clock.ts'\nexport type A = Clock",
    'server/deps-types-only',
  ],
  ['src/server/deps.ts', "import type { Auth } from './routes/auth.ts'\nexport type B = Auth", 'server/deps'],
  // Types only, and reported once for the whole circle.
  ['src/contract/circleA.ts', "import type { B } from './circleB.ts'\nexport type A = B", 'no-circle'],
]

/** Imports that are allowed, so that a rule that forbids too much fails here. */
const allowed: [from: string, to: string][] = [
  ['src/renderer/app/z.ts', 'src/renderer/screens/home/Home.ts'],
  ['src/renderer/screens/vip/z.tsx', 'src/renderer/features/bet/Bet.ts'],
  ['src/renderer/screens/vip/y.ts', 'src/renderer/services/api.ts'],
  ['src/renderer/games/dice/z.ts', 'src/renderer/games/shared/Panel.ts'],
  ['src/renderer/platform/z.ts', 'src/realtime/connection.ts'],
  ['src/renderer/platform/y.ts', 'src/http/playerCalls.ts'],
  ['src/http/z.ts', 'axios'],
  ['src/main/z.ts', 'src/contract/http/call.schema.ts'],
  ['src/frames/chat/z.ts', 'src/renderer/ui/tokens.css'],
  ['src/frames/staff/z.ts', 'src/renderer/ui/Button.tsx'],
  ['src/frames/payment/z.ts', 'src/renderer/ui/Button.tsx'],
  ['src/server/routes/z.ts', 'src/server/sports/bet.ts'],
  ['src/server/sports/z.ts', 'src/server/feed/Feed.ts'],
  ['src/server/games/z.ts', 'src/server/domain/users.ts'],
  ['src/server/db/z.ts', 'pg'],
  ['src/contract/http/z.schema.ts', 'zod'],
  ['tests/unit/z.ts', 'scripts/start.ts'],
]

const root = mkdtempSync(join(tmpdir(), 'palpite-rules-'))
const found = new Set<string>()

beforeAll(async () => {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object }
  const packages = ['pg', 'zod', 'electron', 'axios', 'only-for-development', 'not-in-package-json']
  const dependencies = { pg: '1.0.0', zod: '1.0.0', electron: '1.0.0', axios: '1.0.0' }
  const devDependencies = { 'only-for-development': '1.0.0' }
  write('package.json', JSON.stringify({ type: 'module', imports, dependencies, devDependencies }))
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'module.exports = {}')
  }
  const texts = new Map<string, string>()
  const add = (file: string, text: string) => texts.set(file, `${texts.get(file) ?? 'export {}\n'}${text}\n`)
  for (const [from, to] of [...violations, ...allowed]) {
    const isFile = /^(src|scripts|bench|tests)\//.test(to)
    if (isFile && !texts.has(to)) add(to, to.endsWith('.css') ? '' : 'export const value = 1')
    add(from, `import ${JSON.stringify(isFile ? specifier(from, to) : to)}`)
  }
  add('src/contract/circleB.ts', "import type { A } from './circleA.ts'\nexport type B = A")
  add('src/server/time/clock.ts', 'export class Clock {}')
  add('src/server/routes/auth.ts', 'export type Auth = string')
  for (const [file, text] of sources) add(file, text)
  for (const [file, text] of texts) write(file, text)
  const { summary } = await cruiseAll(root)
  for (const { from, rule } of summary.violations) found.add(`${rule.name}: ${from}`)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Uses an alias where there is one, because an alias must not hide the layer. */
function specifier(from: string, to: string): string {
  const alias = /^src\/(contract|main|renderer|server)\//.exec(to)
  if (alias) return `#${alias[1]}/${to.slice(alias[0].length)}`
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** What ARCHITECTURE.md lets each layer import: 'server/jobs' -> ['server/domain', …]. */
function documented(): Map<string, string[]> {
  const section = readFileSync('ARCHITECTURE.md', 'utf8').split('## Who may import whom')[1] ?? ''
  const imports = new Map<string, string[]>()
  let parent = ''
  for (const line of (section.split('```')[1] ?? '').split('\n')) {
    if (/^\w+\/$/.test(line)) parent = line
    const [left = '', right] = line.split('->').map((side) => side.replace('(types only)', '').trim())
    if (right === undefined || left === 'everyone') continue
    const named = right
      .replace(/^everything in (\w+)$/, '/$1')
      .split(', ')
      .filter(Boolean)
      .map((name) => (name.startsWith('/') ? name.slice(1) : parent + name))
    if (left === 'all of these') {
      for (const [layer, list] of imports)
        if (layer.startsWith(parent) && !list.includes('server')) list.push(...named)
    } else imports.set(parent + left, named)
  }
  return imports
}

describe('the dependency rules', () => {
  it.each([...violations, ...sources.map(([file, , rule]) => [file, 'its text', rule])])(
    '%s -> %s breaks %s',
    (from, _to, rule) => {
      expect([...found]).toContain(`${rule}: ${from}`)
    },
  )

  it('report no other import', () => {
    const planted = new Set([
      ...violations.map(([from, , rule]) => `${rule}: ${from}`),
      ...sources.map(([file, , rule]) => `${rule}: ${file}`),
    ])
    expect([...found].filter((violation) => !planted.has(violation))).toEqual([])
  })

  it('match ARCHITECTURE.md', () => {
    const enforced = forbidden.flatMap(({ name, comment }) => {
      const list = /may import: contract(?:, (.*))?\.$/.exec(comment)
      return list ? [[name, list[1]?.split(', ') ?? []] as const] : []
    })
    expect(enforced.length).toBeGreaterThan(30)
    const drawn = documented()
    for (const [layer, imports] of enforced)
      expect([...(drawn.get(layer) ?? [])].sort(), layer).toEqual([...imports].sort())
    expect([...drawn.keys()].filter((layer) => !enforced.some(([name]) => name === layer))).toEqual([])
  })

  it('are all tested here, and all explain what to do instead', () => {
    const proved = new Set([...violations, ...sources].map(([, , rule]) => rule))
    expect(forbidden.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
    for (const { name, comment } of forbidden) expect(comment.length, name).toBeGreaterThan(20)
  })
})
