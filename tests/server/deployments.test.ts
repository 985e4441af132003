import { randomUUID } from 'node:crypto'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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

async function kubernetesEnv(): Promise<Env> {
  const { data } = parse(await read('kubernetes/configuration.yaml')) as { data: Env }
  const [secret] = parseAllDocuments(await read('kubernetes/secret.example.yaml')).map(
    (document) => document.toJS() as { stringData: Env },
  )
  return { ...data, ...secret?.stringData }
}

/** What every machine has of its own: addresses, ports, folders, and the secrets that an example leaves open. */
async function onThisMachine(env: Env): Promise<Env> {
  const { db, url } = await createTestDb()
  // As in production, the program's role owns nothing.
  const role = `program_${randomUUID().slice(0, 8)}`
  await db.write(`create role ${role} login password 'secret'`)
  const program = new URL(url)
  program.username = role
  program.password = 'secret'
  return {
    NODE_ENV: 'production',
    ...env,
    ...(env['ENCRYPTION_KEY'] ? {} : { ENCRYPTION_KEY: '7'.repeat(64) }),
    ...(env['WEBHOOK_SECRET'] ? {} : { WEBHOOK_SECRET: 'a long enough secret' }),
    DATABASE_URL: program.href,
    DATABASE_OWNER_URL: url,
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
}

async function doctor(env: Env): Promise<string[]> {
  const { PATH } = process.env
  const child = spawn(process.execPath, [resolve('dist-server/doctor.js')], {
    env: { PATH, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return text.trim().split('\n')
}

it.each([
  ['Compose', composeEnv],
  ['Kubernetes', kubernetesEnv],
])('the example for %s starts, and the doctor names what is not for production', async (_, example) => {
  const env = await onThisMachine(await example())
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
    'missing MAILER: log sends no e-mail',
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
    const env = { ...(await onThisMachine(await composeEnv())), [variable]: value }
    const server = await startServerProcess({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: url })
    expect(await server.ended).toBe(2)
    const line = server.stderr().trimEnd()
    expect(line).toMatch(new RegExp(`^${variable} ${value} ${reason}[^\n]*$`))
    expect(await db.read(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
    expect(await doctor(env)).toContain(`missing ${line}`)
  },
)
