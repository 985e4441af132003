import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { MailRow } from '#contract/office/mails.ts'
import type { ReleaseOverview } from '#contract/office/releases.ts'
import type { EnrolmentCode, TerminalRow } from '#contract/office/terminals.ts'
import type { Voucher, VoucherTicket } from '#contract/office/vouchers.ts'
import {
  signedText,
  terminalHeader,
  terminalCalls as calls,
  terminalSignatureHeader,
  type HeartbeatReply,
} from '#contract/terminal.ts'
import {
  approveTerminalLogin,
  collectTerminalLogin,
  startTerminalLogin,
} from '#server/domain/accounts/terminalLogins.ts'
import { findSession } from '#server/domain/accounts/sessions.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const updates = mkdtempSync(join(tmpdir(), 'office-updates-'))
afterAll(() => rmSync(updates, { recursive: true }))
const world = await createTestOffice({ UPDATES_DIR: updates })
const { product } = world
const { deps } = product
const [admin, cashier, support, content] = [
  await world.as('administrator'),
  await world.as('cashier'),
  await world.as('support'),
  await world.as('content'),
]
const why = { reason: 'seen by a test' }

async function enrolled(name: string) {
  const created = await admin.post<EnrolmentCode>('/api/terminals/create', { name })
  expect(created.status).toBe(200)
  const { id, code } = created.data
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(await product.post(calls.enrol, { code, publicKey: der })).toMatchObject({ http: 200 })
  let sequence = 0
  const beat = async () => {
    const health = {
      version: '1.0.0',
      runtime: '40',
      uptimeSeconds: 9,
      lastError: null,
      printer: 'paperLow',
    }
    const body = JSON.stringify({ terminalId: id, sequence: ++sequence, health, ordersVersion: 0 })
    const signature = sign(null, Buffer.from(signedText(calls.heartbeat, body)), privateKey).toString(
      'base64',
    )
    const answer = await product.app.inject({
      method: 'POST',
      url: calls.heartbeat,
      headers: { 'content-type': 'application/json', [terminalSignatureHeader]: signature },
      payload: body,
    })
    const { data } = answer.json<{ data: HeartbeatReply | null }>()
    return data?.orders ? (JSON.parse(data.orders.orders) as Record<string, unknown>) : answer.statusCode
  }
  return { id, beat }
}
const terminal = async (id: string) => (await support.get<TerminalRow>(`/api/terminals/${id}`)).data
const order = (id: string, verb: string, body: object = {}, browser = admin) =>
  browser.post<TerminalRow>(`/api/terminals/${id}/${verb}`, body)

it('a terminal is enrolled with a code, shows its health and gets its orders', async () => {
  const { id, beat } = await enrolled('Balcão 1')
  expect(await terminal(id)).toMatchObject({ state: 'offline', health: null, isInService: true })
  await beat()
  expect(await terminal(id)).toMatchObject({
    state: 'online',
    health: { version: '1.0.0', printer: 'paperLow' },
  })
  const found = (query: string) =>
    support.get<{ data: TerminalRow[] }>(`/api/terminals?${query}`).then(({ data }) => data.data.length)
  expect([await found('state=online&q=balc'), await found('state=offline'), await found('q=none')]).toEqual([
    1, 0, 0,
  ])
  expect((await order(id, 'out-of-service', why)).data.isInService).toBe(false)
  expect(
    (
      await order(id, 'configure', {
        config: { volume: 40, idleSeconds: 120, printer: 'tcp://10.0.0.20:9100' },
      })
    ).status,
  ).toBe(200)
  for (const wrong of [{ volume: 400 }, { printer: 'pdf:/etc' }]) {
    expect((await order(id, 'configure', { config: wrong })).status).toBe(422)
  }
  // From a form that was opened before.
  expect((await order(id, 'configure', { config: { volume: 10 }, seen: {} })).status).toBe(409)
  await order(id, 'restart')
  await order(id, 'screenshot')
  expect(await beat()).toMatchObject({
    inService: false,
    config: { volume: 40, idleSeconds: 120, printer: 'tcp://10.0.0.20:9100' },
    restart: 4,
    screenshot: 5,
  })
  expect((await order(id, 'in-service')).data.isInService).toBe(true)
  expect((await support.get(`/api/terminals/${id}/picture`)).status).toBe(404)
  expect((await admin.get(`/api/terminals/${id}/crash?crash=none`)).status).toBe(404)
  expect((await order(id, 'restart', {}, support)).status).toBe(403)
  expect((await content.get('/api/terminals')).status).toBe(403)
  const rows = await deps.db.read<{ action: string }>(
    'select action from office.staff_audit where subject_id = $1 order by id',
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    ['create', 'outOfService', 'configure', 'restart', 'screenshot', 'inService'].map(
      (verb) => `terminals.${verb}`,
    ),
  )
})

it('shows the release that terminals are offered, and how many run which version', async () => {
  const get = async () => (await admin.get<ReleaseOverview>('/api/releases')).data
  expect(await get()).toMatchObject({ release: null, versions: [{ version: '1.0.0', terminals: 1 }] })
  const paragraph = (name: string, version: string, size: number) =>
    `Package: ${name}\nArchitecture: amd64\nVersion: ${version}\nDescription: one\n two\nSize: ${size}\n\n`
  const paragraphs = [
    paragraph('palpite-kiosk', '1.9.0', 1233),
    paragraph('palpite-kiosk', '1.10.0', 1234),
    paragraph('other', '9.0.0', 1),
  ]
  writeFileSync(join(updates, 'Packages'), paragraphs.join(''))
  expect((await get()).release).toMatchObject({
    version: '1.10.0',
    files: [{ architecture: 'amd64', sizeBytes: 1234 }],
  })
  expect((await cashier.get('/api/releases')).status).toBe(403)
})

it('revoking a terminal ends the sessions that were opened on it, and no others', async () => {
  const { id, beat } = await enrolled('Balcão 2')
  const password = 'Senha-de-teste-1'
  const player = await product.createUser({ password })
  const [phone] = await deps.db.read<{ id: string }>('select id from sessions where user_id = $1', [
    player.uId,
  ])
  const caller = { terminalId: id, deviceId: 'd1' }
  const { url, secret } = await startTerminalLogin(deps, caller)
  const code = url.slice(url.lastIndexOf('totem') + 'totem'.length)
  await approveTerminalLogin(deps, { id: phone?.id ?? '', userId: player.uId }, code)
  const byPhone = (await collectTerminalLogin(deps, secret, caller)) ?? ''
  // A kiosk says in every call which terminal it is.
  const logIn = async () =>
    product.post<{ access_token: string }>(
      '/api/auth/user/restLogin',
      { username: player.username, pwd: password, ...(await product.captcha()) },
      { headers: { [terminalHeader]: id } },
    )
  const byPassword = (await logIn()).data.access_token
  const isLive = async (token: string) => (await findSession(deps, token)) !== undefined
  const live = () => Promise.all([byPhone, byPassword, player.token].map(isLive))
  expect(await live()).toEqual([true, true, true])
  expect((await order(id, 'revoke')).status).toBe(422)
  expect((await order(id, 'revoke', why)).data.state).toBe('revoked')
  expect(await live()).toEqual([false, false, true])
  expect(await logIn()).toMatchObject({ http: 403 })
  expect(await beat()).toBe(403)
  const again = await order(id, 'issue-code')
  expect(again).toMatchObject({ status: 200, data: { code: expect.stringMatching(/^.{5}-.{5}$/) } })
})

it('a voucher is issued, printed once, redeemed or voided', async () => {
  const issue = (amountCents: number) =>
    cashier.post<VoucherTicket & { approvalId: string }>('/api/vouchers/issue', { amountCents, hours: 24 })
  const { data: ticket } = await issue(50_00)
  expect(ticket).toMatchObject({ amountCents: 50_00, qr: expect.stringMatching(/^data:image\/png/) })
  const voucher = async (id: string) => (await support.get<Voucher>(`/api/vouchers/${id}`)).data
  expect(await voucher(ticket.id)).toMatchObject({
    state: 'open',
    hasCode: false,
    issuedByName: 'Caio Caixa',
  })
  expect((await cashier.post(`/api/vouchers/${ticket.id}/show-code`)).status).toBe(409)

  const player = await product.createUser({ kyc: 1 })
  const redeem = (code: string) => product.post('/api/app/vouchers/redeem', { code }, { token: player.token })
  expect(await redeem(ticket.code)).toMatchObject({ http: 200 })
  expect(await voucher(ticket.id)).toMatchObject({ state: 'redeemed', email: player.username })
  expect((await cashier.post(`/api/vouchers/${ticket.id}/void`, why)).status).toBe(409)

  const { data: second } = await issue(20_00)
  expect((await support.post(`/api/vouchers/${second.id}/void`, why)).status).toBe(403)
  const voided = await cashier.post<Voucher>(`/api/vouchers/${second.id}/void`, why)
  expect(voided.data).toMatchObject({ state: 'void', voidedByName: 'Caio Caixa' })
  expect((await redeem(second.code)).http).not.toBe(200)
  const list = await cashier.get<{ data: Voucher[] }>('/api/vouchers?state=void')
  expect(list.data.data.map(({ id }) => id)).toEqual([second.id])
  const { data: file } = await cashier.get<string>('/api/vouchers.csv?state=void')
  const [head, ...lines] = file.trim().split('\n')
  expect(head).toContain('Amount,State,Issued by')
  expect(lines.map((line) => line.split(',').slice(2, 5))).toEqual([['20.00', 'void', 'Caio Caixa']])
  const audit = JSON.stringify(await deps.db.read('select * from office.staff_audit'))
  expect(audit).not.toContain(ticket.code)
})

it('a large voucher needs a second person; its code is shown once, after that', async () => {
  const asked = await cashier.post<{ approvalId: string }>('/api/vouchers/issue', {
    amountCents: 10_000_00,
    hours: 24,
  })
  expect(asked.status).toBe(202)
  const vouchers = async () =>
    (await cashier.get<{ data: Voucher[] }>('/api/vouchers')).data.data.filter(
      ({ amountCents }) => amountCents === 10_000_00,
    )
  expect(await vouchers()).toEqual([])
  const confirmed = await admin.post(`/api/approvals/${asked.data.approvalId}/confirm`, why)
  expect(confirmed.status).toBe(200)
  const [made] = await vouchers()
  expect(made).toMatchObject({ state: 'open', hasCode: true })
  const shown = await cashier.post<VoucherTicket>(`/api/vouchers/${made?.id}/show-code`)
  expect(shown.data.code).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect((await cashier.post(`/api/vouchers/${made?.id}/show-code`)).status).toBe(409)
  expect((await vouchers())[0]?.hasCode).toBe(false)
})

it('mails are listed by address and state, never with their text', async () => {
  const to = 'mail@office.test'
  await deps.db.write(
    `insert into outbox ("to", kind, sealed, lang, created_at, state, attempts, last_error) values
      ($1, 'passwordReset', 'secret', 'pt_BR', now(), 'queued', 1, 'TimeoutError'),
      ($1, 'welcome', null, 'pt_BR', now(), 'dead', 12, 'ProviderRefusedError')`,
    [to],
  )
  const list = async (query: string) =>
    (await support.get<{ data: MailRow[] }>(`/api/mails?${query}`)).data.data
  expect(await list(`to=${to.toUpperCase()}`)).toMatchObject([
    { kind: 'welcome', state: 'dead', attempts: 12, lastError: 'ProviderRefusedError', to },
    { kind: 'passwordReset', state: 'queued' },
  ])
  expect((await list('state=dead')).map(({ kind }) => kind)).toEqual(['welcome'])
  expect(JSON.stringify(await list(''))).not.toMatch(/secret|sealed/)
  expect((await (await world.as('risk')).get('/api/mails')).status).toBe(403)
})
