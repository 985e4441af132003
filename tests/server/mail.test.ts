import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deliverMail, expireMails, queuedMails } from '#server/domain/accounts/outbox.ts'
import type { Db } from '#server/db/client.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { ProviderRefusedError } from '#server/providers/errors.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

afterEach(() => void vi.restoreAllMocks())

const t = await createTestApp()
const closed = await createTestApp({ SANDBOX: '0' })

const askForReset = (app: TestApp, email: string) => app.post('/api/app/main/RESETPWD/sendEmail', { email })
const outboxOf = (app: TestApp, to: string) =>
  app.deps.db.read<{
    id: string
    state: string
    attempts: number
    sealed: Buffer | null
    last_error: string | null
  }>('select id::text, state, attempts, sealed, last_error from outbox where "to" = $1 and kind = $2', [
    to,
    'resetPassword',
  ])
/** Makes what waits for another attempt due now. */
const due = (app: TestApp) =>
  app.deps.db.write(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)

/** The tables of every schema in which a code of six digits stands, that is no part of a number, a time or bytes. */
async function placesOf(db: Db, code: string): Promise<string[]> {
  const tables = await db.read<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.read(`select 1 from ${name} t where t::text ~ $1 limit 1`, [
      `(^|[^0-9a-f.])${code}([^0-9a-f]|$)`,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

async function newPlayer(app: TestApp): Promise<string> {
  const username = `${createHash('sha1').update(String(Math.random())).digest('hex').slice(0, 12)}@example.com`
  await t.createUser({ username })
  if (app !== t)
    await app.deps.db.write(
      `insert into users (id, email, password_hash, invite_code, created_at) values ($1, $1, '', $1, now())`,
      [username],
    )
  return username
}

describe('the code of a reset', () => {
  it.each([
    ['while the mail waits', () => Promise.resolve()],
    ['once the mail is sent', () => runJobs(closed.deps)],
    [
      'when nobody could send it in time',
      async () => {
        await closed.deps.clock.advance(11 * 60_000)
        await expireMails(closed.deps)
      },
    ],
  ])('stands nowhere in a production database: %s', async (_, wait) => {
    const email = await newPlayer(closed)
    expect((await askForReset(closed, email)).http).toBe(200)
    const [mail] = await queuedMails(closed.deps, email, 1)
    expect(mail?.text).toContain(mail?.code)
    await wait()
    expect(await placesOf(closed.deps.db, mail?.code ?? '')).toEqual([])
    // The search would have found it.
    await closed.deps.db.write(`insert into settings (key, value) values ($1, $2)`, [
      `seen ${email}`,
      JSON.stringify({ code: mail?.code }),
    ])
    expect(await placesOf(closed.deps.db, mail?.code ?? '')).toEqual(['public.settings'])
    await closed.deps.db.write(`delete from settings where key like 'seen %'`)
  })
})

describe('an e-mail', () => {
  it('is sent once, by whichever process, and its text is gone', async () => {
    const email = await newPlayer(t)
    const send = vi.spyOn(t.deps.mailer, 'send')
    await askForReset(t, email)
    expect(await outboxOf(t, email)).toMatchObject([
      { state: 'queued', sealed: expect.any(Buffer) as Buffer },
    ])
    await Promise.all([runJobs(t.deps), runJobs(t.deps)])
    expect(await outboxOf(t, email)).toMatchObject([{ state: 'sent', sealed: null, attempts: 1 }])
    expect(send.mock.calls.filter(([mail]) => mail.to === email)).toHaveLength(1)
  })

  it('can be read by testers at once, and after it was sent, once', async () => {
    const email = await newPlayer(t)
    await askForReset(t, email)
    const read = async () =>
      (await t.get<{ code: string; text: string }[]>(`/sandbox/api/outbox?to=${email}`)).data
    const [waiting] = await read()
    expect(waiting?.text).toContain(waiting?.code)
    await runJobs(t.deps)
    expect(await read()).toEqual([waiting])
  })

  it('is sent again later when the mail server is away, and is dead in the end', async () => {
    const email = await newPlayer(t)
    await askForReset(t, email)
    await t.deps.db.write(`update outbox set expires_at = null where "to" = $1`, [email])
    const send = vi.spyOn(t.deps.mailer, 'send').mockRejectedValue(new Error(`451 try later <${email}>`))
    await runJobs(t.deps)
    const [first] = await outboxOf(t, email)
    expect(first).toMatchObject({ state: 'queued', attempts: 1, last_error: 'Error' })
    await runJobs(t.deps)
    expect(send).toHaveBeenCalledTimes(1)
    for (let attempt = 2; attempt <= 12; attempt++) {
      await due(t)
      await runJobs(t.deps)
    }
    expect(send).toHaveBeenCalledTimes(12)
    expect(await outboxOf(t, email)).toMatchObject([{ state: 'dead', attempts: 12, sealed: null }])
    await due(t)
    await runJobs(t.deps)
    expect(send).toHaveBeenCalledTimes(12)
  })

  it('that is refused, or too old, is not sent again', async () => {
    const [refused, old] = [await newPlayer(t), await newPlayer(t)]
    await askForReset(t, refused)
    const send = vi.spyOn(t.deps.mailer, 'send').mockRejectedValue(new ProviderRefusedError('550'))
    await runJobs(t.deps)
    expect(await outboxOf(t, refused)).toMatchObject([{ state: 'dead', last_error: 'ProviderRefusedError' }])
    send.mockReset()
    await askForReset(t, old)
    const [mail] = await outboxOf(t, old)
    await t.deps.clock.advance(11 * 60_000)
    await deliverMail(t.deps, mail?.id ?? '')
    expect(send).not.toHaveBeenCalled()
    expect(await outboxOf(t, old)).toMatchObject([{ state: 'expired', sealed: null }])
  })

  it('whose process dies after it was sent goes out with the same id', async () => {
    const email = await newPlayer(t)
    await askForReset(t, email)
    const [mail] = await outboxOf(t, email)
    const send = vi.spyOn(t.deps.mailer, 'send').mockImplementationOnce(() => new Promise(() => undefined))
    // It ends long after the test, when there is no database.
    deliverMail(t.deps, mail?.id ?? '').catch(() => undefined)
    await expect.poll(() => send.mock.calls.length).toBe(1)
    await deliverMail(t.deps, mail?.id ?? '')
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual([mail?.id, mail?.id])
  })

  it('for an address without an account is never sent', async () => {
    const send = vi.spyOn(t.deps.mailer, 'send')
    await askForReset(t, 'nobody@example.com')
    await runJobs(t.deps)
    expect(send).not.toHaveBeenCalled()
    expect(await outboxOf(t, 'nobody@example.com')).toEqual([])
  })
})
