import { randomUUID } from 'node:crypto'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createDb } from '#server/db/client.ts'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Starts built programs, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const folder = await mkdtemp(join(tmpdir(), 'palpite-deployments-'))
await writeFile(join(folder, 'index.html'), '')
afterAll(() => rm(folder, { recursive: true, force: true }))

type Env = Record<string, string>
const read = (path: string) => readFile(resolve('deploy', path), 'utf8')

/** The Compose example: its `.env`, put into the environment of its server. */
async function composeEnv(): Promise<Env> {
  const values = Object.fromEntries(
    (await read('env.example'))
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const { services } = parse(await read('compose.yaml')) as { services: { server: { environment: Env } } }
  return Object.fromEntries(
    Object.entries(services.server.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)\}/g, (_, variable: string) => values[variable] ?? ''),
    ]),
  )
}

async function machineEnv(): Promise<Env> {
  const lines = (await read('machine/env.example')).split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

async function kubernetesEnv(): Promise<Env> {
  const { data } = parse(await read('kubernetes/configuration.yaml')) as { data: Env }
  const [secret] = parseAllDocuments(await read('kubernetes/secret.example.yaml')).map(
    (document) => document.toJS() as { stringData: Env },
  )
  return { ...data, ...secret?.stringData }
}

/** What every machine has of its own: addresses, ports, folders, and the secrets that an example leaves open. */
async function onThisMachine(env: Env): Promise<{ env: Env; owner: string }> {
  const { db, url } = await createTestDb()
  // As in production, the program's role owns nothing.
  const role = `program_${randomUUID().slice(0, 8)}`
  await db.write(`create role ${role} login password 'secret'`)
  const program = new URL(url)
  program.username = role
  program.password = 'secret'
  const own = {
    NODE_ENV: 'production',
    ...env,
    ENCRYPTION_KEY: '7'.repeat(64),
    WEBHOOK_SECRET: 'a long enough secret',
    DATABASE_URL: program.href,
    DATA_DIR: folder,
    WEB_ROOT: folder,
    GAMES_ROOT: folder,
    OFFICE_ROOT: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    GAMES_PORT: '0',
    OFFICE_PORT: '0',
    OPS_PORT: '0',
    DRAIN_MS: '0',
  }
  return { env: own, owner: url }
}

const doctor = async (env: Env) => (await program('doctor', env)).lines

async function program(name: string, env: Env): Promise<{ code: unknown; lines: string[] }> {
  const { PATH } = process.env
  const child = spawn(process.execPath, [resolve(`dist-server/${name}.js`)], {
    env: { PATH, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, lines: text.trim().split('\n') }
}

it.each([
  ['Compose', composeEnv],
  ['Kubernetes', kubernetesEnv],
  ['a machine', machineEnv],
])('the example for %s starts, and the doctor names what is not for production', async (_, example) => {
  const { env, owner } = await onThisMachine(await example())
  // What a container of its own, or run.sh, does with the owner's password; the server has none.
  expect(await program('migrate', env)).toEqual({
    code: 2,
    lines: ['Set DATABASE_URL, and DATABASE_OWNER_URL with the role that owns the schema.'],
  })
  const db = createDb(owner)
  await db.write(`delete from migrations where name like 'ledger.%'`)
  const early = await startServerProcess(env)
  expect(await early.ended).toBe(2)
  expect(early.stderr()).toMatch(
    /^The role of DATABASE_URL has no rights [^\n]*run dist-server\/migrate\.js with DATABASE_OWNER_URL/,
  )
  const migrated = await program('migrate', { ...env, DATABASE_OWNER_URL: owner })
  expect(migrated).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^Migrated: (?:\S+, )*ledger\.\d+\.sql/)],
  })
  await db.close()
  const server = await startServerProcess(env)
  expect(server.url ?? server.stderr()).toMatch(/^http:/)
  // Where staff log in; nobody of the sandbox does.
  await expect.poll(() => server.stdout()).toContain(`The back office is at ${env['OFFICE_URL']}\n`)
  server.child.kill('SIGTERM')
  await server.ended
  const lines = await doctor(env)
  expect(lines.filter((line) => /_PROVIDER|MAILER/.test(line))).toEqual([
    'missing PAYMENT_PROVIDER: sandbox moves no real money',
    'missing PAYOUT_PROVIDER: sandbox moves no real money',
    'ok      IDENTITY_PROVIDER is manual',
    'advice  FEED_PROVIDER: simulated tells of no real matches',
    'missing MAILER: log sends no e-mail, so nobody confirms an address, and the profile br takes no deposit before that',
  ])
})

it.each([
  ['PAYMENT_PROVIDER', 'pix', 'needs PIX_API_URL, PIX_TOKEN_URL, PIX_CLIENT_ID'],
  ['PAYOUT_PROVIDER', 'efi', 'needs EFI_API_URL, EFI_CLIENT_ID'],
  ['GAME_PROVIDERS', 'hub88', 'needs HUB88_API_URL, HUB88_OPERATOR_ID, HUB88_PRIVATE_KEY_FILE'],
  ['MAILER', 'smtp', 'needs SMTP_URL, MAIL_FROM'],
  ['IDENTITY_PROVIDER', 'http', 'needs IDENTITY_URL, IDENTITY_TOKEN'],
  ['BLOCKED_PERSONS', 'sigap', 'needs SIGAP_URL, SIGAP_TOKEN_URL, SIGAP_CERTIFICATE_FILE'],
  ['REGULATOR', 'sigap', 'needs SIGAP_RECEPTION_URL, SIGAP_TOKEN_URL, SIGAP_CERTIFICATE_FILE'],
])(
  'a server whose %s cannot work exits with the line of the doctor, and has not touched the database',
  async (variable, value, reason) => {
    const { db, url } = await createTestDb()
    await db.write('drop schema public cascade')
    await db.write('create schema public')
    const { env: own } = await onThisMachine(await composeEnv())
    // Where deposits are real, withdrawals must be: of the two, the first is named.
    const env = { ...own, ...(value === 'pix' && { PAYOUT_PROVIDER: 'efi' }), [variable]: value }
    const server = await startServerProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: url })
    expect(await server.ended).toBe(2)
    const line = server.stderr().trimEnd()
    expect(line).toMatch(new RegExp(`^${variable} ${value} ${reason}[^\n]*$`))
    expect(await db.read(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
    expect(await doctor(env)).toContain(`missing ${line}`)
  },
)
