import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { officeOrigin } from './helpers/testOffice.ts'
import { createTestDb } from './helpers/testDb.ts'

const program = resolve(import.meta.dirname, '../../dist-server/staff.js')

/** Runs the built command with these lines typed. */
async function staff(words: string[], env: Record<string, string>, typed = '') {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME, TMPDIR, ...env } as NodeJS.ProcessEnv,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  child.stdin.end(typed)
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

it('makes the first administrator of a production database, who then sets a password and a second factor', async () => {
  const { db, url } = await createTestDb({ connections: 2 })
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    ENCRYPTION_KEY: '7'.repeat(64),
    PUBLIC_URL: 'https://a.test',
    PAYMENT_PROVIDER: 'sandbox',
  }
  const nowhere = await staff(['create', '--email', 'ana@a.test', '--name', 'Ana'], env)
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('OFFICE_URL') })

  // A database that no server has started on.
  await db.write('alter table migrations rename to kept')
  const empty = await staff(['create', '--email', 'ana@a.test', '--name', 'Ana'], {
    ...env,
    OFFICE_URL: officeOrigin,
  })
  expect(empty).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^The database lacks all migrations[^\n]*\n$/),
  })
  await db.write('alter table kept rename to migrations')

  const withOffice = { ...env, OFFICE_URL: officeOrigin, OFFICE_PORT: '5252' }
  const made = await staff(['create'], withOffice, 'Ana@A.test\nAna Silva\n')
  expect([made.code, made.err]).toEqual([0, 'E-mail: Name: '])
  expect(made.out).toMatch(
    /^Ana Silva is an administrator\. .*\nhttps:\/\/office\.test\/invitation#[\w-]{43}\n$/,
  )
  expect(await db.read('select email, name, role, password_hash from office.staff')).toEqual([
    { email: 'ana@a.test', name: 'Ana Silva', role: 'administrator', password_hash: null },
  ])
  expect(await db.read('select action, staff_id, staff_name from office.staff_audit')).toEqual([
    { action: 'staff.create', staff_id: null, staff_name: 'command line' },
  ])
  const second = await staff(['create', '--email', 'bia@a.test', '--name', 'Bia'], withOffice)
  expect(second).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Bia is an administrator') })
  const again = await staff(['create', '--email', 'ana@a.test', '--name', 'Ana'], withOffice)
  expect(again).toMatchObject({ code: 2, err: 'Somebody has this e-mail already.\n' })
  expect(await staff(['delete'], withOffice)).toMatchObject({
    code: 2,
    err: expect.stringContaining('staff create'),
  })
  expect(await staff(['create', '--email', 'ana', '--name', 'Ana'], withOffice)).toMatchObject({ code: 2 })
})
