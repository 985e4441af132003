import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, it, vi } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { postgresUser } from '#server/db/postgresProgram.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { embeddedUrl } from './helpers/embeddedUrl.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { noSystemPostgres as why, startSystemPostgres, systemPostgres } from './helpers/systemPostgres.ts'

vi.setConfig({ testTimeout: 240_000 })

const run = promisify(execFile)
const { version, bin } = systemPostgres
if (why !== undefined) console.log(`skipped: loading a dump: ${why}`)

const folder = await mkdtemp(join(tmpdir(), 'palpite-dump-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const script = resolve(import.meta.dirname, '../../scripts/dump.ts')
const password = 'Senha-forte-1'

async function post(url: string, body: object, token = ''): Promise<{ data: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  expect(response.status, url).toBe(200)
  return (await response.json()) as { data: Record<string, unknown> }
}

async function get(url: string, token = ''): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { authorization: token } })
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

async function logIn(url: string, username: string): Promise<string> {
  const codeId = String(randomInt(1e8))
  await fetch(`${url}/api/auth/user/captcha/${codeId}`)
  const { answer } = await get(`${url}/sandbox/api/captcha/${codeId}`)
  const login = { username, pwd: password, codeId, captCode: answer }
  const { data } = await post(`${url}/api/auth/user/restLogin`, login)
  return String(data['access_token'])
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

/** Starts PostgreSQL of the system's packages with an empty database; returns its URL. */
async function systemDatabase(): Promise<string> {
  const user = postgresUser()
  if (user) await chown(folder, user.uid, user.gid)
  const home = join(folder, 'system')
  await startSystemPostgres(home, 'operator')
  const options = ['-h', home, '-U', 'operator', '-T', 'template0', '-l', 'C.UTF-8']
  await run(join(bin, 'createdb'), [...options, 'palpite'])
  return `postgresql://operator@localhost/palpite?host=${encodeURIComponent(home)}`
}

it.skipIf(why !== undefined)(
  `a dump is loaded into PostgreSQL ${version} by its own psql, and played on`,
  async () => {
    const dataDir = join(folder, 'embedded')
    await copyCluster(inject('preparedCluster'), dataDir)
    const first = await startServerProcess({ DATA_DIR: dataDir })
    const username = `${randomUUID()}@palpite.test`
    await post(`${first.url}/sandbox/api/users`, { username, password, balance: 50, kyc: 1 })
    const token = await logIn(first.url ?? '', username)
    await post(`${first.url}/api/app/game/mines/betPlay`, { amount: 1, mineCount: 3, tiles: [4, 5] }, token)
    await post(`${first.url}/api/app/game/dice/bet`, { amount: 2, direction: 'over', chance: 50 }, token)
    const text = 'tab\t, return\r, new line\n, backslash \\N, ação 🎲'
    const source = createDb(await embeddedUrl(dataDir))
    await source.write(`insert into settings (key, value) values ($1, '"awkward"')`, [text])
    await source.write(`insert into pgboss.job (name, data, start_after, policy)
      values ('sendMail', '{"id": "none"}', now() + interval '1 year', 'short')`)
    await source.close()
    const before = await get(`${first.url}/api/app/user/getBalance`, token)
    await stop(first)

    const dump = join(folder, 'dump')
    await run(process.execPath, ['--import', 'tsx', script, dump], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
    expect((await stat(join(dump, 'palpite.sql'))).mode & 0o077).toBe(0)

    const url = await systemDatabase()
    await run(join(bin, 'psql'), ['-q', '-d', url, '-f', join(dump, 'palpite.sql')])
    // Without the key's file: several servers have no common folder.
    const secrets = Object.fromEntries(
      (await readFile(join(dump, 'secrets.env'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    expect(Object.keys(secrets)).toEqual(['ENCRYPTION_KEY', 'WEBHOOK_SECRET'])
    expect((await stat(join(dump, 'secrets.env'))).mode & 0o077).toBe(0)
    const keyless = { ...secrets, DATA_DIR: join(folder, 'keyless'), DATABASE_URL: url }
    const third = await startServerProcess(keyless)
    expect([third.stderr(), third.url]).toEqual(['', expect.any(String)])
    await stop(third)
    const second = await startServerProcess({ DATA_DIR: dump, DATABASE_URL: url })
    expect(second.stderr()).toBe('')
    const again = await logIn(second.url ?? '', username)
    expect(await get(`${second.url}/api/app/user/getBalance`, again)).toEqual(before)
    await post(`${second.url}/api/app/game/dice/bet`, { amount: 2, direction: 'over', chance: 50 }, again)
    await stop(second)

    const db = createDb(url)
    expect(await db.read('show server_version')).toEqual([
      { server_version: expect.stringMatching(new RegExp(`^${version}\\.`)) },
    ])
    expect(await db.read(`select key from settings where value = '"awkward"'`)).toEqual([{ key: text }])
    expect(
      await db.read(`select data from pgboss.job where start_after > now() + interval '300 days'`),
    ).toEqual([{ data: { id: 'none' } }])
    for (const { name, violations } of await checkInvariants(db)) expect(violations, name).toEqual([])
    await expect(db.write('delete from transfers')).rejects.toThrow('append-only')
    await db.close()
  },
)

it('says in one line what is missing', async () => {
  const env = { ...process.env, DATA_DIR: join(folder, 'nothing') }
  const dumping = run(process.execPath, ['--import', 'tsx', script, join(folder, 'no dump')], { env })
  await expect(dumping).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no .*\n$/),
  })
})
