import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { terminalHeader } from '#contract/terminal.ts'
import { addMark, markOf, markOldAccounts, storeMark } from '#server/domain/accounts/marks.ts'
import { readOldPhones } from '#server/domain/accounts/phones.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { playedRound } from './helpers/playedRound.ts'
import { signingTerminal } from './helpers/signingTerminal.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp({ TRUST_PROXY: '1' })
const { deps } = t

const password = 'Segura-123'
const day = 86_400_000
const newEmail = () => `p${randomUUID().replaceAll('-', '')}@gmail.com`
let addresses = 0
const newAddress = () => `192.0.2.${(addresses += 1)}`

interface Life {
  id: string
  token: string
  cookie: string
  code: string
}

interface Form {
  email?: string
  code?: string
  ip?: string
  headers?: Record<string, string>
}

let now = new Date('2031-03-05T15:00:00Z').getTime()
/** Accounts of one moment would have no order. */
beforeEach(async () => void (await deps.clock.moveTo(new Date((now += day)))))

/** Opens an account like the client, from an address of its own. */
async function open({
  email = newEmail(),
  code = '',
  ip = newAddress(),
  headers = {},
}: Form = {}): Promise<Life> {
  await deps.clock.advance(1_000)
  const form = { name: '', cardNo: '', country: '+55', phone: '', pwd: password, pwd1: password, isapp: 0 }
  const { http, data, raw } = await t.post<{ access_token: string }>(
    '/api/auth/user/restRegister',
    { ...(await t.captcha()), ...form, username: email, regcode: code },
    { headers: { 'x-forwarded-for': ip, ...headers } },
  )
  expect(http).toBe(200)
  const token = data.access_token
  const { data: info } = await t.get<{ userInfo: { uId: string; yqm: string } }>('/api/app/user/userInfo', {
    token,
  })
  const cookie = String(raw.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { id: info.userInfo.uId, token, cookie, code: info.userInfo.yqm }
}

/** Deposits and bets what a valid invitee needs, and keeps nothing. */
async function play({ id }: Life): Promise<void> {
  await deps.ledger.deposit(deps.db, {
    actor: testActor,
    userId: id,
    orderId: randomUUID(),
    principal: cents(100_00),
    bonus: cents(0),
    turnover: cents(0),
  })
  await playedRound(deps, { userId: id, stake: 100_00 })
}

const erase = async ({ token }: Life) =>
  expect((await t.post('/api/app/user/personalData/erase', { pwd: password }, { token })).http).toBe(200)
const verify = async ({ token }: Life, cpf: string) =>
  expect((await t.post('/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: cpf }, { token })).http).toBe(
    200,
  )

/** What the inviter sees of valid invitees, and what today's bets earn. */
async function seen({ token }: Life) {
  const ladder = await t.get<{ validPeople: number }>('/api/app/agent/ladder', { token })
  const agent = await t.get<{ validPeople: number; today: number }>('/api/app/agent/overview', { token })
  const invited = await t.get<{ list: { isValid: boolean }[] }>('/api/app/agent/invited', { token })
  return {
    ladder: ladder.data.validPeople,
    agent: agent.data.validPeople,
    list: invited.data.list.filter(({ isValid }) => isValid).length,
    today: agent.data.today,
  }
}
const once = { ladder: 1, agent: 1, list: 1 }
const never = { ladder: 0, agent: 0, list: 0, today: 0 }

it.each(['document', 'payoutKey', 'email', 'browser'] as const)(
  'a friend with several lives that are linked by their %s is one invitee, and the next life earns nothing',
  async (kind) => {
    const inviter = await open()
    const [cpf, email, key] = [randomCpf(), newEmail(), Buffer.from(randomUUID())]
    let cookie = ''
    let earned = 0
    for (let life = 0; life < 3; life++) {
      const friend = await open({
        code: inviter.code,
        ...(kind === 'email' && { email }),
        ...(kind === 'browser' && cookie !== '' && { headers: { cookie } }),
      })
      cookie ||= friend.cookie
      if (kind === 'document') await verify(friend, cpf)
      if (kind === 'payoutKey') await storeMark(deps, deps.db, friend.id, 'payoutKey', key)
      await play(friend)
      await erase(friend)
      const { today, ...counts } = await seen(inviter)
      expect([life, counts]).toEqual([life, once])
      earned ||= today
      expect(earned).toBeGreaterThan(0)
      expect(today).toBe(earned)
    }
    const another = await open({ code: inviter.code })
    await play(another)
    expect((await seen(inviter)).ladder).toBe(2)
  },
)

it('a second life is no new invitee of somebody else either, unless the first one never deposited', async () => {
  const [first, second] = [await open(), await open()]
  const [player, visitor] = [randomCpf(), randomCpf()]
  const before = await open({ code: first.code })
  await verify(before, player)
  await play(before)
  await erase(before)
  const again = await open({ code: second.code })
  await verify(again, player)
  await play(again)
  expect(await seen(second)).toEqual(never)
  const looked = await open()
  await verify(looked, visitor)
  await erase(looked)
  const came = await open({ code: second.code })
  await verify(came, visitor)
  await play(came)
  expect(await seen(second)).toMatchObject(once)
})

it('an own account stays one after it was erased, also for the next life of the inviter', async () => {
  const inviter = await open()
  const cpf = randomCpf()
  await verify(inviter, cpf)
  const own = await open({ code: inviter.code, headers: { cookie: inviter.cookie } })
  await play(own)
  await erase(own)
  expect(await seen(inviter)).toEqual(never)
  await erase(inviter)
  const next = await open()
  await verify(next, cpf)
  const onTheOldBrowser = await open({ code: next.code, headers: { cookie: inviter.cookie } })
  await play(onTheOldBrowser)
  expect(await seen(next)).toEqual(never)
})

it('a terminal is what signs its calls: neither a User-Agent nor the name of another one is exempt', async () => {
  const venue = '198.51.100.7'
  const electron = { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Electron/40.0.0' }
  const inviter = await open({ ip: venue })
  for (const headers of [
    electron,
    { [terminalHeader]: 'none' },
    { ...electron, [terminalHeader]: randomUUID() },
  ]) {
    const friend = await open({
      ip: venue,
      code: inviter.code,
      headers: { ...headers, cookie: inviter.cookie },
    })
    await play(friend)
    expect(await seen(inviter)).toEqual(never)
  }
  const terminal = await signingTerminal(t)
  // It has signed from another address than this one.
  const elsewhere = await open({
    code: inviter.code,
    headers: { cookie: inviter.cookie, [terminalHeader]: terminal },
  })
  await play(elsewhere)
  expect(await seen(inviter)).toEqual(never)

  const local = '127.0.0.1'
  const hosts = await open({ ip: local, headers: { [terminalHeader]: terminal } })
  expect(hosts.cookie).toBe('')
  const guest = await open({ ip: local, code: hosts.code, headers: { [terminalHeader]: terminal } })
  await play(guest)
  // On a phone in the venue's network.
  const onPhone = await open({ ip: local, code: hosts.code })
  await play(onPhone)
  expect((await seen(hosts)).ladder).toBe(2)
})

it('the marks of an erased account say nothing about it, and are deleted when they are no longer needed', async () => {
  const email = newEmail()
  const life = await open({ email })
  const cpf = randomCpf()
  await verify(life, cpf)
  await erase(life)
  const marks = async () =>
    deps.db.read<{ kind: string; text: string }>(
      'select kind, account_marks::text as text from account_marks where user_id = $1 order by kind',
      [life.id],
    )
  const kept = await marks()
  expect(kept.map(({ kind }) => kind)).toEqual(['address', 'browser', 'document', 'email'])
  for (const secret of [email, cpf, '192.0.2.']) expect(JSON.stringify(kept)).not.toContain(secret)
  await deps.clock.advance(366 * day)
  await deleteExpired(deps)
  expect((await marks()).map(({ kind }) => kind)).toEqual(['document', 'email'])
  await deps.clock.advance(5 * 365 * day)
  await deleteExpired(deps)
  expect(await marks()).toEqual([])
})

it('phones from before they were read become E.164, with their marks', async () => {
  const typed: [country: string, phone: string, read: string][] = [
    ['+62', '0812-3456-7890', '+62 81234567890'],
    ['55', '(011) 96123-4567', '+55 11961234567'],
    ['+55', 'liga para a Bia', '+55 liga para a Bia'],
  ]
  const players = await Promise.all(typed.map(() => open()))
  const ids = players.map(({ id }) => id)
  await deps.db.write(
    `update users u set country = t.country, phone = t.phone, phone_read = false
      from unnest($1::text[], $2::text[], $3::text[]) t (id, country, phone) where u.id = t.id`,
    [ids, typed.map(([country]) => country), typed.map(([, phone]) => phone)],
  )
  expect(await readOldPhones(deps)).toBe(3)
  expect(await readOldPhones(deps)).toBe(0)
  await markOldAccounts(deps)
  const stored = await deps.db.read<{ id: string; phone: string; marks: Buffer[] }>(
    `select id, country || ' ' || phone as phone, array(select mark from account_marks m where m.user_id = u.id and kind = 'phone') as marks
      from users u where id = any($1) order by array_position($1::text[], id)`,
    [ids],
  )
  expect(stored.map(({ phone }) => phone)).toEqual(typed.map(([, , read]) => read))
  expect(stored[0]?.marks).toContainEqual(markOf(deps, 'phone', '+6281234567890'))
})

it('accounts from before there were marks get them', async () => {
  const [a, b] = [await open(), await open()]
  await deps.db.write(`update sessions set browser_id = 'o mesmo' where user_id = any($1)`, [[a.id, b.id]])
  await deps.db.write('delete from account_marks where user_id = any($1)', [[a.id, b.id]])
  await deps.db.write('update users set marked_at = null where id = any($1)', [[a.id, b.id]])
  expect(await markOldAccounts(deps)).toBe(2)
  expect(await markOldAccounts(deps)).toBe(0)
  const shared = await deps.db.read<{ kind: string }>(
    `select x.kind from account_marks x join account_marks y on y.mark = x.mark and y.user_id = $2 where x.user_id = $1`,
    [a.id, b.id],
  )
  expect(shared.map(({ kind }) => kind)).toEqual(['browser'])
  await addMark(deps, deps.db, a.id, 'browser', 'o mesmo')
  const [count] = await deps.db.read<{ n: number }>(
    `select count(*)::int as n from account_marks where user_id = $1 and kind = 'browser'`,
    [a.id],
  )
  expect(count?.n).toBe(1)
})
