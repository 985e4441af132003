import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { createTestDb } from './helpers/testDb.ts'

// Starts a program three times, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, url: database } = await createTestDb()
const folder = await mkdtemp(join(tmpdir(), 'palpite-doctor-'))
await writeFile(join(folder, 'index.html'), '')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the built program; its lines by their first word. */
async function doctor(env: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const { PATH } = process.env
  const child = spawn(process.execPath, [resolve('dist-server/doctor.js')], {
    env: { PATH, DATA_DIR: folder, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, lines: text.trim().split('\n') }
}

const missingOf = (lines: string[]) => lines.filter((line) => line.startsWith('missing')).join('\n')

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://palpite.example',
  GAMES_URL: 'https://games.palpite.example',
  DATABASE_URL: database,
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  WEBHOOK_SECRET: randomBytes(32).toString('hex'),
  PAYMENT_PROVIDER: 'sandbox',
  JURISDICTION: 'br',
  TRUST_PROXY: '1',
  OPS_PORT: '9250',
  OFFICE_PORT: '5252',
  OFFICE_URL: 'https://office.palpite.example',
  WEB_ROOT: folder,
  GAMES_ROOT: folder,
  OFFICE_ROOT: folder,
}

it('names what an empty environment lacks, and exits with code 1', async () => {
  const { code, lines } = await doctor({})
  expect(code).toBe(1)
  const missing = missingOf(lines)
  // The sandbox has an office of its own port.
  for (const name of Object.keys(production).filter((name) => !/_ROOT$|^OFFICE_PORT$/.test(name)))
    expect(missing).toContain(name)
})

it('lacks only real providers of the settings in production, and sees a database that may lose commits', async () => {
  const { code, lines } = await doctor(production)
  // The database of the tests writes nothing to the disk for certain and archives nothing, and tests are its superuser.
  expect(missingOf(lines).split('\n')).toEqual([
    'missing PAYMENT_PROVIDER: sandbox moves no real money',
    'missing PAYOUT_PROVIDER: sandbox moves no real money',
    'missing IDENTITY_PROVIDER: sandbox confirms every name with a valid CPF',
    'missing BLOCKED_PERSONS: the profile br asks for the register of blocked persons',
    'missing MAILER: log sends no e-mail, so nobody confirms an address, and the profile br takes no deposit before that',
    expect.stringContaining('fsync'),
    expect.stringContaining('archive_mode'),
    expect.stringContaining('a role that owns nothing'),
  ])
  expect(lines).toContain('ok      messages between processes arrive')
  expect(code).toBe(1)
})

it('finds another key, wallets that differ, and an invalid value', async () => {
  await db.write(`insert into settings (key, value) values ('encryptionKeyFingerprint', '"00"')`)
  await db.write(
    `insert into wallet_differences (user_id, account, wallet, ledger) values ('u', 'cash', 1, 0)`,
  )
  const missing = missingOf((await doctor(production)).lines)
  expect(missing).toContain('ENCRYPTION_KEY: this database was written with another one')
  expect(missing).toContain('1 cents: 1 accounts differ from the ledger')
  expect(await doctor({ ...production, PORT: 'x' })).toEqual({
    code: 1,
    lines: [
      'missing a valid environment: PORT must be a number from 0 to 65535',
      '1 missing for production.',
    ],
  })
})
