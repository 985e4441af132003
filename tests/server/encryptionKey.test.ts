import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createVault } from '#server/config/crypto.ts'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { checkEncryptionKey } from '#server/domain/installation/encryptionKey.ts'
import { startServer } from '#server/startServer.ts'
import { StartError } from '#server/config/startError.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db, url } = await createTestDb()
const folder = await mkdtemp(join(tmpdir(), 'palpite-key-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const withKey = (key: Buffer) => ({
  secrets: deriveSecrets(randomBytes(32), { encryptionKey: key.toString('hex') }),
})
const [first, second] = [randomBytes(32), randomBytes(32)]
const forget = () => db.write(`delete from settings where key in ('encryptionKeyFingerprint', 'lastingKeys')`)

describe('the encryption key of a database', () => {
  it('is stored at the first start; with another key the server does not start', async () => {
    const start = async (key: Buffer) => {
      const env = { PORT: '0', DATA_DIR: folder, DATABASE_URL: url, ENCRYPTION_KEY: key.toString('hex') }
      await (await startServer({ ...env, LOG_LEVEL: 'silent' })).close()
    }
    await start(first)
    await expect(start(second)).rejects.toThrow(StartError)
    await expect(start(second)).rejects.toThrow(/^ENCRYPTION_KEY is not the one [^\n]+$/)
    await start(first)
    const [row] = await db.read<{ value: string }>(
      `select value from settings where key = 'encryptionKeyFingerprint'`,
    )
    expect(row?.value).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.value).not.toContain(first.toString('hex'))
  })

  it('is checked against encrypted values in a database without a fingerprint', async () => {
    await forget()
    const sealed = createVault(first).seal('52998224725', 'users.cpf')
    await db.write(
      `insert into users (id, email, password_hash, invite_code, cpf_encrypted, created_at)
       values ($1, 'a@b.c', '', 'AAAAAAAA', $2, now())`,
      [randomUUID(), sealed],
    )
    await expect(checkEncryptionKey({ db, config: withKey(second) })).rejects.toThrow(StartError)
    await checkEncryptionKey({ db, config: withKey(first) })
  })

  it('is set by the first of two processes that start together', async () => {
    await forget()
    await db.write('delete from users')
    const starts = [first, second].map((key) => checkEncryptionKey({ db, config: withKey(key) }))
    const results = await Promise.allSettled(starts)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
