import { randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

const password = 'Senha-forte-1'
const { db, url: databaseUrl } = await createTestDb()
// The built server: from source, passwords and captchas have no thread.
const { child, url, ended } = await startServerProcess({ DATABASE_URL: databaseUrl, SANDBOX: '1' })
if (url === undefined || child.pid === undefined) throw new Error('the server did not start')
const sandbox = new Sandbox(url)

afterAll(async () => {
  child.kill('SIGTERM')
  await ended
})

async function login(username: string, pwd: string): Promise<number> {
  const codeId = String(randomInt(1, 10_000))
  await fetch(`${url}/api/auth/user/captcha/${codeId}`)
  const response = await fetch(`${url}/api/auth/user/restLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, pwd, codeId, captCode: await sandbox.captchaAnswer(codeId) }),
  })
  return ((await response.json()) as { status: number }).status
}

/** The nice values of the server's threads, as Linux shows them. */
async function niceValues(): Promise<number[]> {
  const folder = `/proc/${child.pid}/task`
  const threads = (await readdir(folder)).map(async (id) => {
    const stat = await readFile(`${folder}/${id}/stat`, 'utf8')
    // Field 19. The name before the last bracket may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
  return Promise.all(threads)
}

describe('the thread for passwords and captcha pictures', () => {
  it('lets the right password in, and no other', async () => {
    const { username } = await sandbox.createUser({ password })
    expect(await login(username, password)).toBe(0)
    expect(await login(username, `${password} `)).toBe(400)
    expect(await login(`${randomUUID()}@example.com`, password)).toBe(400)
  })

  it.runIf(process.platform === 'linux')('gives way to all other threads of the server', async () => {
    const { username } = await sandbox.createUser({ password })
    await login(username, password)
    expect((await niceValues()).filter((value) => value > 0)).toEqual([10])
  })

  it('is replaced after a hash that it cannot read', async () => {
    const { username } = await sandbox.createUser({ password })
    await db.write(`update users set password_hash = 'damaged' where email = $1`, [username])
    expect(await login(username, password)).toBe(500)
    const other = await sandbox.createUser({ password })
    expect(await login(other.username, password)).toBe(0)
  })
})
