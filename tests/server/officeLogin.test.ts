import { generateSync } from 'otplib'
import { expect, it } from 'vitest'
import type { ListPage } from '#contract/office/list.ts'
import { fillPath } from '#contract/http/call.ts'
import { officeCalls } from '#contract/office/calls.ts'
import {
  passiveHeader,
  personHeader,
  personParameter,
  type OfficeErrorBody,
} from '#contract/office/officeCall.ts'
import type { AuditRow } from '#contract/office/audit.ts'
import type { OfficeAccount, SessionState } from '#contract/office/session.ts'
import type { StaffLink, StaffRow } from '#contract/office/staff.ts'
import { createLink } from '#server/office/identity/links.ts'
import { removeSandboxStaff, sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { addStaffMember } from '#server/office/identity/staff.ts'
import { productionEnv } from './helpers/production.ts'
import { softwareKey } from './helpers/softwareKey.ts'
import { createTestOffice, officeOrigin, type OfficeBrowser, type TestOffice } from './helpers/testOffice.ts'

const password = 'quatro-olhos-7'
const reason = 'as agreed'
const minute = 60_000

const sandbox = await createTestOffice()
const production = await createTestOffice({ ...productionEnv, OFFICE_PORT: '5252' })

const codeOf = ({ status, data }: { status: number; data: unknown }) => [
  status,
  (data as Partial<OfficeErrorBody>).error?.code,
]
const login = (browser: OfficeBrowser, email: string, given = password) =>
  browser.post<SessionState>('/api/session/login', { email, password: given })
const stageOf = async (browser: OfficeBrowser) => (await browser.get<SessionState>('/api/session')).data.stage
const codeAt = ({ product }: TestOffice, secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(product.deps.clock.now().getTime() / 1_000) + steps * 30 })

let people = 0
/** A person with a password, made as the command makes the first administrator; logged in as far as it goes. */
async function join({
  product,
  browser,
}: TestOffice): Promise<{ email: string; id: string; at: OfficeBrowser }> {
  const { deps } = product
  const email = `person${++people}@office.test`
  const { id, link } = await deps.db.tx(async (tx) => {
    const member = await addStaffMember(deps, tx, { email, name: 'Uma Pessoa', role: 'administrator' })
    const made = await createLink(deps, tx, {
      staffId: member.id,
      purpose: 'invitation',
      officeUrl: officeOrigin,
    })
    return { ...member, ...made }
  })
  const at = browser()
  const accepted = await at.post('/api/session/invitation/accept', { token: link.split('#')[1], password })
  expect(accepted.status).toBe(200)
  return { email, id, at }
}

/** Enrols TOTP and returns its secret. */
async function enrolTotp(
  test: TestOffice,
  at: OfficeBrowser,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await at.post<{ secret: string; uri: string }>('/api/account/totp/start')
  expect(data.uri).toContain(`secret=${data.secret}`)
  const confirmed = await at.post<{ recoveryCodes: string[] }>('/api/account/totp/confirm', {
    code: codeAt(test, data.secret),
  })
  expect(confirmed.status).toBe(200)
  return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes }
}

it('in production a session without a second factor may add one and do nothing else', async () => {
  const { at, email } = await join(production)
  expect(await stageOf(at)).toBe('enrolment')
  for (const url of ['/api/staff', '/api/queue', '/api/audit'])
    expect(codeOf(await at.get(url))).toEqual([401, 'secondFactorMissing'])
  expect(
    codeOf(await at.post('/api/account/password', { current: password, password: 'outra-senha-9' })),
  ).toEqual([401, 'secondFactorMissing'])
  expect((await at.get('/api/account')).status).toBe(200)
  const before = at.cookie
  const { recoveryCodes } = await enrolTotp(production, at)
  expect(recoveryCodes).toHaveLength(10)
  // A new token: the one from before the second factor is worth nothing.
  expect(at.cookie).not.toBe(before)
  expect(at.cookie).toMatch(/^office_session=[\w-]{43}$/)
  expect((await at.get('/api/staff')).status).toBe(200)
  // From now on the password alone is half a login.
  const next = production.browser()
  expect((await login(next, email)).data).toEqual({
    stage: 'secondFactor',
    factors: ['totp', 'recoveryCode'],
  })
  expect(codeOf(await next.get('/api/account'))).toEqual([401, 'secondFactorMissing'])
})

it('a code of TOTP counts a step early or late, and once', async () => {
  const { at, email } = await join(sandbox)
  const { secret } = await enrolTotp(sandbox, at)
  const { clock } = sandbox.product.deps
  const tryCode = async (code: string) => {
    const browser = sandbox.browser()
    await login(browser, email)
    const answer = await browser.post('/api/session/totp', { code })
    return answer.status === 200 ? await stageOf(browser) : codeOf(answer)[1]
  }
  // The code of the enrolment.
  expect(await tryCode(codeAt(sandbox, secret))).toBe('badCode')
  await clock.advance(5 * minute)
  expect(await tryCode(codeAt(sandbox, secret, -2))).toBe('badCode')
  expect(await tryCode(codeAt(sandbox, secret, 2))).toBe('badCode')
  expect(await tryCode(codeAt(sandbox, secret, -1))).toBe('full')
  const ahead = codeAt(sandbox, secret, 1)
  const race = await Promise.all([tryCode(ahead), tryCode(ahead)])
  expect(race.toSorted()).toEqual(['badCode', 'full'])
  // Older than the last one that was used.
  expect(await tryCode(codeAt(sandbox, secret))).toBe('badCode')
})

it('a recovery code works once, however it is typed', async () => {
  const { at, email } = await join(sandbox)
  const { recoveryCodes } = await enrolTotp(sandbox, at)
  const code = recoveryCodes[0] ?? ''
  expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const next = sandbox.browser()
  await login(next, email)
  expect(
    (await next.post('/api/session/recovery-code', { code: ` ${code.toUpperCase().replace('-', ' ')}` }))
      .data,
  ).toMatchObject({ stage: 'full' })
  expect((await next.get<OfficeAccount>('/api/account')).data.recoveryCodesLeft).toBe(9)
  const again = sandbox.browser()
  await login(again, email)
  expect(codeOf(await again.post('/api/session/recovery-code', { code }))).toEqual([401, 'badCode'])
})

it('a passkey logs in by itself, for its own challenge, origin and owner only', async () => {
  const { at, email } = await join(production)
  const key = softwareKey()
  const options = await at.post('/api/account/passkeys/start')
  expect(options.data).toMatchObject({
    rp: { id: 'office.test' },
    authenticatorSelection: { residentKey: 'required' },
  })
  const foreign = key.create(options.data, 'https://evil.test')
  expect(codeOf(await at.post('/api/account/passkeys', { name: 'Telefone', response: foreign }))).toEqual([
    401,
    'badCode',
  ])
  const added = await at.post('/api/account/passkeys', {
    name: 'Telefone',
    response: key.create(options.data, officeOrigin),
  })
  expect(added.data).toMatchObject({ stage: 'full', person: { email } })

  const attempt = async (answer: (options: unknown) => object) => {
    const browser = production.browser()
    const { data } = await browser.post('/api/session/passkey/options')
    const response = answer(data)
    const first = await browser.post<SessionState>('/api/session/passkey', { response })
    return { browser, response, result: first.status === 200 ? first.data.stage : codeOf(first)[1] }
  }
  expect((await attempt((given) => key.get(given, 'https://evil.test'))).result).toBe('badCode')
  // Without the PIN or finger of its owner it is one factor only.
  expect((await attempt((given) => key.get(given, officeOrigin, false))).result).toBe('badCode')
  expect((await attempt(() => key.get({ challenge: 'made-up' }, officeOrigin))).result).toBe('badCode')
  expect((await attempt((given) => softwareKey().get(given, officeOrigin))).result).toBe('badCode')
  const { browser, response, result } = await attempt((given) => key.get(given, officeOrigin))
  expect(result).toBe('full')
  // The same answer again.
  expect(codeOf(await production.browser().post('/api/session/passkey', { response }))).toEqual([
    401,
    'badCode',
  ])
  // The only second factor stays.
  const { data: account } = await browser.get<OfficeAccount>('/api/account')
  expect(account.passkeys).toMatchObject([{ name: 'Telefone' }])
  const removed = await browser.post(`/api/account/passkeys/${account.passkeys[0]?.id}/remove`)
  expect(codeOf(removed)).toEqual([409, 'lastFactor'])
})

it('five errors lock for a quarter of an hour, also for an e-mail that nobody has; a passkey and an administrator get in', async () => {
  const { email, id, at } = await join(sandbox)
  const { clock } = sandbox.product.deps
  const key = softwareKey()
  const options = await at.post('/api/account/passkeys/start')
  await at.post('/api/account/passkeys', { name: 'Chave', response: key.create(options.data, officeOrigin) })
  const wrong = async (who: string) => (await login(sandbox.browser(), who, 'wrong')).status
  for (const who of [email, 'nobody@office.test']) {
    // All at once: no more than five are looked at.
    const statuses = await Promise.all(Array.from({ length: 8 }, () => wrong(who)))
    expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const locked = await login(sandbox.browser(), who)
    expect(codeOf(locked)).toEqual([429, 'locked'])
    expect(Number(locked.raw.headers['retry-after'])).toBeGreaterThan(14 * 60)
  }
  const admin = await sandbox.as('administrator')
  expect((await admin.get<StaffRow>(`/api/staff/${id}`)).data.status).toBe('locked')
  const byKey = sandbox.browser()
  const { data } = await byKey.post('/api/session/passkey/options')
  expect((await byKey.post('/api/session/passkey', { response: key.get(data, officeOrigin) })).status).toBe(
    200,
  )

  for (let error = 0; error < 5; error++) await wrong(email)
  expect(await wrong(email)).toBe(429)
  expect((await admin.post<StaffRow>(`/api/staff/${id}/unlock`, { reason })).data.status).toBe('active')
  expect((await login(sandbox.browser(), email)).status).toBe(200)

  for (let error = 0; error < 5; error++) await wrong(email)
  await clock.advance(14 * minute)
  expect((await login(sandbox.browser(), email)).status).toBe(429)
  await clock.advance(2 * minute)
  expect((await login(sandbox.browser(), email)).status).toBe(200)
})

it('wrong codes lock too, and the right password between them gives none back', async () => {
  const { at, email } = await join(sandbox)
  await enrolTotp(sandbox, at)
  const guess = async () => {
    const browser = sandbox.browser()
    const first = await login(browser, email)
    return first.status === 200
      ? (await browser.post('/api/session/totp', { code: '000000' })).status
      : first.status
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 7; attempt++) statuses.push(await guess())
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

it('sessions end after 30 idle minutes, which no read that a page makes by itself prolongs, and after a shift', async () => {
  const { clock, db } = sandbox.product.deps
  const { at, id } = await join(sandbox)
  const byItself = { headers: { [passiveHeader]: '1' } }
  const poll = async () => (await at.get('/api/queue', byItself)).status
  const activeAt = () =>
    db.read('select active_at from office.staff_sessions where staff_id = $1 and ended_at is null', [id])
  const before = await activeAt()
  await clock.advance(29 * minute)
  for (const { kind, path, permission } of officeCalls)
    if (permission !== 'open' && (kind === 'read' || kind === 'list'))
      await at.get(fillPath(path, { id: '1' }), byItself)
  expect(await activeAt()).toEqual(before)
  expect(await poll()).toBe(200)
  expect((await at.get('/api/account')).status).toBe(200)
  await clock.advance(29 * minute)
  expect(await poll()).toBe(200)
  await clock.advance(2 * minute)
  expect(codeOf(await at.get('/api/account'))).toEqual([401, 'notLoggedIn'])
  expect(await stageOf(at)).toBe('none')

  const { at: busy } = await join(sandbox)
  for (let half = 0; half < 25; half++) {
    await clock.advance(29 * minute)
    await busy.get('/api/account')
  }
  expect(await stageOf(busy)).toBe('none')
})

it('a page of before an update idles out too: what it reads again and again does not say so', async () => {
  const { clock, db } = sandbox.product.deps
  const { at, id } = await join(sandbox)
  const activeAt = () =>
    db.read('select active_at from office.staff_sessions where staff_id = $1 and ended_at is null', [id])
  const before = await activeAt()
  await clock.advance(10 * minute)
  for (const path of ['/api/queue', '/api/matches', '/api/matches/1', '/api/exposure']) {
    await at.get(path)
    expect(await activeAt(), path).toEqual(before)
  }
  await at.get('/api/approvals')
  const worked = await activeAt()
  expect(worked).not.toEqual(before)
  // A page of today says when nobody has done anything.
  await clock.advance(10 * minute)
  await at.get('/api/queue', { headers: { [personHeader]: id } })
  expect(await activeAt()).not.toEqual(worked)
})

it('a page does nothing in the session of another person, who has logged in in another tab since', async () => {
  const { at, id } = await join(sandbox)
  const page = { headers: { [personHeader]: id } }
  expect((await at.get('/api/account', page)).status).toBe(200)
  await at.post('/api/session/logout')
  expect((await login(at, 'cashier@office.local', sandboxStaffPassword)).status).toBe(200)
  expect(codeOf(await at.get('/api/account', page))).toEqual([409, 'otherPerson'])
  const pay = await at.post('/api/withdrawals/1/approve', {}, page)
  expect(codeOf(pay)).toEqual([409, 'otherPerson'])
  // A link that saves a file has it in its address.
  const file = (person: string) => at.get(`/api/deposits.csv?${personParameter}=${person}`)
  expect(codeOf(await file(id))).toEqual([409, 'otherPerson'])
  // The page of the person who is logged in goes on.
  const { data } = await at.get<SessionState>('/api/session')
  if (data.stage !== 'full') throw new Error(data.stage)
  const own = { headers: { [personHeader]: data.person.id } }
  expect((await file(data.person.id)).status).toBe(200)
  expect(codeOf(await at.post('/api/withdrawals/1/approve', { review: null }, own))).toEqual([
    404,
    'notFound',
  ])
})

it('sessions end with logout, a new password, another role, deactivation and a reset', async () => {
  const { clock } = sandbox.product.deps
  const admin = await sandbox.as('administrator')
  const { at, email, id } = await join(sandbox)
  const other = sandbox.browser()
  const enter = async (given = password) => {
    expect((await login(other, email, given)).status).toBe(200)
  }
  // A login over another one replaces it: nothing of it is left to be used.
  await enter()
  const replaced = other.cookie
  await enter()
  const { cookie } = other
  other.cookie = replaced
  expect(await stageOf(other)).toBe('none')
  other.cookie = cookie
  expect((await other.post('/api/session/logout')).raw.headers['set-cookie']).toContain('Max-Age=0')
  other.cookie = cookie
  expect(await stageOf(other)).toBe('none')

  await enter()
  const wrong = await at.post('/api/account/password', { current: 'wrong', password: 'outra-senha-9' })
  expect(codeOf(wrong)).toEqual([422, 'passwordWrong'])
  const weak = await at.post<OfficeErrorBody>('/api/account/password', {
    current: password,
    password: 'short',
  })
  expect([codeOf(weak), weak.data.error.fields]).toEqual([
    [422, 'passwordWeak'],
    { password: 'Use 8 to 128 characters with a letter and a digit.' },
  ])
  expect(
    (await at.post('/api/account/password', { current: password, password: 'outra-senha-9' })).status,
  ).toBe(200)
  expect([await stageOf(at), await stageOf(other)]).toEqual(['full', 'none'])

  await enter('outra-senha-9')
  await admin.post(`/api/staff/${id}/change-role`, { role: 'support', reason })
  expect([await stageOf(at), await stageOf(other)]).toEqual(['none', 'none'])

  await enter('outra-senha-9')
  const reset = await admin.post<StaffLink>(`/api/staff/${id}/reset-access`, { reason })
  expect(await stageOf(other)).toBe('none')
  expect((await login(other, email, 'outra-senha-9')).status).toBe(401)
  const token = reset.data.link.split('#')[1]
  expect((await other.post('/api/session/invitation/look', { token })).data).toMatchObject({
    email,
    purpose: 'reset',
  })
  const race = await Promise.all(
    [1, 2].map(() => other.post('/api/session/invitation/accept', { token, password })),
  )
  expect(race.map(({ status }) => status).toSorted()).toEqual([200, 410])

  await enter()
  await admin.post(`/api/staff/${id}/deactivate`, { reason })
  expect(await stageOf(other)).toBe('none')
  expect((await login(other, email)).status).toBe(401)
  await admin.post(`/api/staff/${id}/activate`, { reason })

  // A link that nobody uses expires.
  const late = await admin.post<StaffLink>(`/api/staff/${id}/reset-access`, { reason })
  await clock.advance(49 * 60 * minute)
  const expired = await other.post('/api/session/invitation/look', { token: late.data.link.split('#')[1] })
  expect(codeOf(expired)).toEqual([410, 'linkExpired'])
})

it('logins and changes of the own account are in the audit', async () => {
  const { at, email, id } = await join(sandbox)
  await enrolTotp(sandbox, at)
  await at.post('/api/account/recovery-codes', { password })
  await at.post('/api/account/sessions/end')
  await at.post('/api/session/logout')
  expect((await login(sandbox.browser(), email, 'wrong')).status).toBe(401)
  const admin = await sandbox.as('administrator')
  const { data } = await admin.get<ListPage<AuditRow>>(`/api/audit?subjectKind=staff&subjectId=${id}`)
  expect(data.data.map(({ action }) => action)).toEqual([
    'session.logout',
    'account.endOtherSessions',
    'account.renewRecoveryCodes',
    'account.confirmTotp',
    'session.acceptInvitation',
    'session.login',
  ])
})

it('a production server lets nobody of the sandbox in', async () => {
  const admin = await production.as('administrator').catch((error: unknown) => String(error))
  // With the right password they are half inside: the second factor would be theirs to choose.
  expect(admin).not.toContain('cannot log in')
  await removeSandboxStaff(production.product.deps)
  const refused = await login(production.browser(), 'admin@office.local', sandboxStaffPassword)
  expect(codeOf(refused)).toEqual([401, 'badCredentials'])
})
