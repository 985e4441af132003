/** What becomes of a person's data when the account is erased: the list of retention.ts, and what is found in the database. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { houseDay } from '#contract/houseTime.ts'
import { cents } from '#contract/money.ts'
import type { KeptIdentityView } from '#contract/office/players.ts'
import { formatCpf, maskCpf } from '#contract/rules/kyc.ts'
import type { Tx } from '#server/db/client.ts'
import type { AppDeps } from '#server/deps.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { retention } from '#server/domain/accounts/retention.ts'
import { readRecords } from '#server/domain/regulator/records.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestOffice, type TestOffice } from './helpers/testOffice.ts'
import { createTestServer } from './helpers/testServer.ts'
import { testJpeg } from './helpers/testJpeg.ts'

const { deps, player } = await createTestServer()

interface Table {
  name: string
  columns: string[]
  hasPlayer: boolean
}

const tables = await deps.db.read<Table>(
  `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id') as "hasPlayer"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'office') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
)

describe('the list', () => {
  it('has every table of the database, and no other', () => {
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(retention).toSorted())
  })

  it.each(tables)('says of every column of $name what becomes of it', ({ name, columns, hasPlayer }) => {
    const rule = retention[name]
    if (!rule) throw new Error(`${name} is not on the list`)
    // A table with players is not called one without.
    expect(rule.rows === 'nobodys' && hasPlayer).toBe(false)
    if (rule.rows === 'deleted') return
    const emptied = rule.rows === 'kept' ? Object.keys(rule.emptied ?? {}) : []
    expect([...emptied, ...rule.stays.split(' ')].toSorted()).toEqual(columns.toSorted())
  })

  it('is what erasing follows: it deletes and empties these, and nothing else', async () => {
    const { userId, username } = await player()
    const done: string[] = []
    await deps.db.tx((tx) => {
      const watched: Tx = {
        ...tx,
        write: (sql, params) => {
          const [, verb, table] = /^(delete from|update) ([\w.]+) /.exec(sql) ?? []
          if (table !== undefined) done.push(`${verb} ${table}`)
          return tx.write(sql, params)
        },
      }
      return eraseAccount(deps, watched, userId, username)
    })
    const expected = Object.entries(retention).flatMap(([table, rule]) => {
      if (rule.rows === 'deleted') return [`delete from ${table}`]
      return rule.rows === 'kept' && rule.emptied ? [`update ${table}`] : []
    })
    expect(new Set(done)).toEqual(new Set(expected))
    const [user] = await deps.db.read('select from users where id = $1 and erased_at is not null', [userId])
    expect(user).toBeDefined()
  })
})

const person = {
  name: 'Zulmira Quaresma Pontes',
  birthDate: '1971-03-29',
  nickname: 'Zuzu_Pontes',
  phone: '21998877665',
  chat: 'moro na Rua das Acácias 77',
  note: 'conhecida da Dona Firmina',
  device: 'aparelho-da-zulmira',
}
const reason = 'on request'
const dayMs = 86_400_000

/** A player who has left something of herself in as many places as there are, and whose account is then erased. */
async function eraseSomebody({ product, as }: TestOffice) {
  const { deps: own } = product
  const compliance = await as('compliance')
  const cpf = randomCpf()
  const email = `zulmira.${cpf}@example.com`
  const registered = await product.post<{ access_token: string }>(
    '/api/auth/user/restRegister',
    {
      ...(await product.captcha()),
      username: email,
      country: '55',
      phone: person.phone,
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
      name: '',
      cardNo: '',
    },
    { headers: { deviceid: person.device } },
  )
  const token = registered.data.access_token
  const as1 = { token, headers: { deviceid: person.device } }
  const { userInfo } = (await product.get<{ userInfo: { uId: string } }>('/api/app/user/userInfo', as1)).data
  const userId = userInfo.uId
  const form = { name: person.name, cardNo: cpf, birthDate: person.birthDate }
  const isBrazil = own.config.jurisdiction === 'br'
  const applied = await product.post('/api/app/user/updateKyc', form, as1)
  expect(applied.http).toBe(isBrazil ? 409 : 200)
  if (isBrazil) {
    const image = testJpeg({ metadata: person.name }).toString('base64')
    for (const kind of ['front', 'back', 'selfie'])
      await product.post('/api/app/user/identityCheck/picture', { kind, image }, as1)
    expect((await product.post('/api/app/user/identityCheck/send', {}, as1)).data).toMatchObject({
      state: 'confirmed',
    })
  }
  const steps = [
    await product.post('/api/app/user/nickname', { nickname: person.nickname }, as1),
    await product.post('/api/app/limits', { kind: 'loss', period: 'month', amount: 1_000 }, as1),
    await product.post('/api/app/limits', { kind: 'time', period: 'month', amount: 1_000 }, as1),
    await product.post('/api/app/game/favourite/dice', { favourite: true }, as1),
    await product.post('/api/app/chat/messages', { text: person.chat }, as1),
    await product.post('/api/app/user/mails', { monthly: true }, as1),
  ]
  expect(steps.map(({ http, message }) => [http, message]).filter(([http]) => http !== 200)).toEqual([])
  expect((await compliance.post(`/api/players/${userId}/add-note`, { text: person.note })).status).toBe(200)
  const setCash = () => adjustWallet(own.db, { userId, cash: cents(100_00) }, own.clock.now())
  await setCash()
  const bet = { amount: 10, direction: 'over', chance: 50 }
  expect((await product.post('/api/app/game/dice/bet', bet, as1)).http).toBe(200)
  await setCash()
  const key = { payCardBank: 'CPF', payCardNo: cpf, ifsc: '', name: person.name, amount: 100, whatsapp: '' }
  const withdrawal = await product.post<{ orderId: string }>('/api/app/order/withdraw', key, as1)
  expect(withdrawal.http).toBe(200)
  const { orderId } = withdrawal.data
  await product.post(`/sandbox/api/withdrawals/${orderId}/approve`)
  // The answer that follows the payment.
  await runJobs(own)
  const needles = [
    ...person.name.split(' '),
    email,
    `zulmira.${cpf}`,
    cpf,
    formatCpf(cpf),
    `${formatCpf(cpf).slice(3, 11)}-`,
    person.birthDate,
    'zuzu',
    person.phone,
    'Acácias',
    'Firmina',
    person.device,
  ]
  const hex = needles.map((needle) => Buffer.from(needle).toString('hex'))
  expect(await placesOf(own, needles)).toEqual(
    expect.arrayContaining(['public.users', 'public.chat_messages', 'public.player_notes']),
  )
  expect((await compliance.post(`/api/players/${userId}/erase`, { reason })).status).toBe(200)
  return { userId, email, cpf, compliance, orderId, needles: [...needles, ...hex] }
}

/** The tables in which one of these texts is found, in whichever column. Those of the sandbox are no product's. */
async function placesOf(own: AppDeps, needles: string[]): Promise<string[]> {
  const all = await own.db.read<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'sandbox%'
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  )
  const found: string[] = []
  for (const { name } of all) {
    const patterns = needles.map((needle) => `%${needle}%`)
    const rows = await own.db.read(`select 1 from ${name} t where t::text ilike any($1) limit 1`, [patterns])
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Sealed values, keyed marks and hashes that are left in rows with the account's number. */
async function bytesOf(own: AppDeps, userId: string): Promise<string[]> {
  const columns = await own.db.read<{ table: string; column: string; key: string }>(
    `select c.relname as "table", a.attname as column, case c.relname when 'users' then 'id' else 'user_id' end as key
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and (c.relname = 'users' or exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'user_id'))
      order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, key } of columns) {
    const rows = await own.db.read(
      `select 1 from ${table} where ${key} = $1 and length(${column}) > 0 limit 1`,
      [userId],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** As the scripts of the spread do it: claims are rows, and `keep_player_claims` keeps them. */
async function claimAsSpread({ db }: AppDeps): Promise<void> {
  const script = (name: string) =>
    readFile(join(import.meta.dirname, '../../src/server/db/distributed', name), 'utf8')
  const [table] =
    /^create table if not exists player_claims [^]*?^\);$/m.exec(await script('010.tables.sql')) ?? []
  const [keep] =
    /^create or replace function keep_player_claims\([^]*?^end \$\$;$/m.exec(
      await script('020.functions.sql'),
    ) ?? []
  if (!table || !keep) throw new Error('the scripts have no claims')
  await db.write(table)
  await db.write(keep)
}

describe('after an erasure', () => {
  it('what only one player may have is given back, where players are spread over nodes', async () => {
    const world = await createTestOffice()
    const { deps: own } = world.product
    await claimAsSpread(own)
    const claimsOf = (userId: string) =>
      own.db.read<{ kind: string }>('select kind from player_claims where user_id = $1 order by kind', [
        userId,
      ])
    const { uId: other } = await world.product.createUser()
    expect((await claimsOf(other)).map(({ kind }) => kind)).toContain('users_email')
    const { userId, needles } = await eraseSomebody(world)
    const left = await own.db.read<{ kind: string; claim: string }>(
      'select kind, claim from player_claims where user_id = $1',
      [userId],
    )
    const [user] = await own.db.read<{ email: string; email_canonical: string | null; invite_code: string }>(
      'select lower(email) as email, email_canonical, upper(invite_code) as invite_code from users where id = $1',
      [userId],
    )
    const { email, email_canonical: canonical, invite_code: code } = user ?? {}
    expect(left.map(({ claim }) => claim).toSorted()).toEqual(
      [email, canonical, code].filter((claim) => typeof claim === 'string').toSorted(),
    )
    for (const needle of needles) expect(JSON.stringify(left)).not.toContain(needle)
  })

  it('nothing says who it was, where the jurisdiction keeps nothing', async () => {
    const world = await createTestOffice()
    const { deps: own } = world.product
    const { userId, needles, compliance, cpf } = await eraseSomebody(world)
    expect(await placesOf(own, needles)).toEqual([])
    expect(await bytesOf(own, userId)).toEqual([
      'account_marks.mark',
      'sessions.token_hash',
      'withdrawals.key_index',
    ])
    const kept = await compliance.get<{ identities: KeptIdentityView[] }>(`/api/kept-identities?q=${cpf}`)
    expect(kept.data.identities).toEqual([])
  })

  it('with br who it was stays sealed for five years, apart from everything else, and then nothing stays', async () => {
    const world = await createTestOffice({ JURISDICTION: 'br', BLOCKED_PERSONS: 'sandbox' })
    const { deps: own } = world.product
    const { userId, email, needles, compliance, cpf, orderId } = await eraseSomebody(world)
    expect(await placesOf(own, needles)).toEqual([])
    expect(await bytesOf(own, userId)).toEqual([
      'account_marks.mark',
      'kept_identities.cpf_encrypted',
      'kept_identities.cpf_index',
      'kept_identities.person',
      'register_answers.cpf_index',
      'sessions.token_hash',
      'withdrawals.key_index',
    ])
    // An authority asks by CPF or by the number in its files.
    const support = await world.as('support')
    for (const asked of [cpf, formatCpf(cpf), userId]) {
      expect((await support.get(`/api/kept-identities?q=${asked}`)).status).toBe(403)
      const { data } = await compliance.get<{ identities: KeptIdentityView[] }>(
        `/api/kept-identities?q=${encodeURIComponent(asked)}`,
      )
      expect(data.identities).toMatchObject([
        {
          playerId: userId,
          name: person.name,
          cpf,
          email,
          birthDate: person.birthDate,
          checks: [{ provider: 'sandbox', state: 'confirmed', decidedBy: 'provider:sandbox' }],
          withdrawals: [{ id: orderId, type: 'CPF', key: cpf, holder: person.name }],
        },
      ])
    }
    const mistyped = `${cpf.slice(0, 10)}${(Number(cpf[10]) + 1) % 10}`
    await compliance.get(`/api/kept-identities?q=${mistyped}`)
    const audited = await own.db.read<{ subject_id: string }>(
      `select subject_id from office.staff_audit where action = 'identities.kept' order by id`,
    )
    expect(audited.map(({ subject_id }) => subject_id)).toEqual([
      maskCpf(cpf),
      maskCpf(cpf),
      userId,
      maskCpf(mistyped),
    ])
    // The report of the account's last day names the person.
    const day = houseDay(own.clock.now())
    await rollUpReports(own)
    const reported = await own.db.tx(async (tx) => {
      const records: unknown[] = []
      for await (const page of readRecords(own, tx, { family: 'wallets', period: day, now: own.clock.now() }))
        records.push(...page)
      return records
    })
    expect(reported).toContainEqual(expect.objectContaining({ idApostador: userId, cpf }))

    const { clock } = world.product.deps
    await clock.advance((5 * 365 - 2) * dayMs)
    await deleteExpired(own)
    expect(await bytesOf(own, userId)).toContain('kept_identities.person')
    await clock.advance(40 * dayMs)
    await deleteExpired(own)
    expect(await bytesOf(own, userId)).toEqual([])
  })

  it('with br nothing is kept of somebody whose identity was never verified', async () => {
    const { product } = await createTestOffice({ JURISDICTION: 'br' })
    const { uId, username } = await product.createUser({ kyc: 0 })
    await product.deps.db.tx((tx) => eraseAccount(product.deps, tx, uId, username))
    expect(await product.deps.db.read('select 1 from kept_identities')).toEqual([])
  })
})
