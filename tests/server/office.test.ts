import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Approval } from '#contract/office/approvals.ts'
import type { AuditChain, AuditEntry, AuditRow } from '#contract/office/audit.ts'
import { officeCalls } from '#contract/office/calls.ts'
import { fillPath } from '#contract/http/call.ts'
import type { ListPage } from '#contract/office/list.ts'
import { officeCall, type OfficeErrorBody } from '#contract/office/officeCall.ts'
import { mayRole, permissions, roles, type Role } from '#contract/office/permissions.ts'
import type { OfficeSettings } from '#contract/office/settings.ts'
import type { StaffLink, StaffRow } from '#contract/office/staff.ts'
import { cents } from '#contract/money.ts'
import { needsFourEyes } from '#server/domain/installation/fourEyes.ts'
import { readSettings } from '#server/domain/installation/settings.ts'
import { checkAuditChain } from '#server/office/audit/chain.ts'
import { officeAction } from '#server/office/endpoints/officeAction.ts'
import { officeRead } from '#server/office/endpoints/officeRead.ts'
import { Refusal } from '#server/texts/refusal.ts'
import { z } from 'zod'
import { createTestOffice, type OfficeBrowser } from './helpers/testOffice.ts'

/** An action like those of the domain: it writes a row, and above R$ 100 a second person must confirm. */
const noteCall = officeCall<
  { params: { id: string }; body: { amountCents: number; how?: string | undefined; reason: string } },
  { id: string }
>({ name: 'test.note', path: '/api/test/{id}/note', permission: 'adjustments.make', kind: 'action' })

/** A read like that of a person's documents. */
const documentCall = officeCall<{ params: { id: string } }, { text: string }>({
  name: 'test.document',
  path: '/api/test/{id}/document',
  permission: 'players.readDocuments',
  kind: 'read',
  isAudited: true,
})

/** A read that shows who has asked. */
const whoCall = officeCall<object, { name: string }>({
  name: 'test.who',
  path: '/api/test/who',
  permission: 'risk.read',
  kind: 'read',
})

let crashes = 0
/** What the action finds when it runs: an approval's action may be refused by then. */
let isRefused = false

const { product, office, as, browser } = await createTestOffice({}, (registering) => {
  officeRead(registering, whoCall, {}, ({ staff }) => Promise.resolve({ name: staff.name }))
  officeRead(
    registering,
    documentCall,
    { params: z.strictObject({ id: z.string() }) },
    ({ params }) => {
      if (params.id === 'missing') throw new Refusal('notFound')
      return Promise.resolve({ text: 'secret' })
    },
    ({ params }) => ({ kind: 'player', id: params.id }),
  )
  officeAction(
    registering,
    noteCall,
    {
      params: z.strictObject({ id: z.string() }),
      body: z.strictObject({ amountCents: z.number().int(), how: z.string().optional(), reason: z.string() }),
    },
    {
      secondPerson: async ({ params, body }) =>
        body.amountCents > 10_000
          ? { subject: { kind: 'note', id: params.id }, amountCents: body.amountCents }
          : undefined,
      async run({ tx, params, body, isConfirmed }) {
        if (isRefused) throw new Refusal('insufficientFunds')
        await tx.query('insert into test_notes (id, how) values ($1, $2)', [
          params.id,
          isConfirmed ? 'confirmed' : 'alone',
        ])
        if (body.how === 'crash' && crashes++ === 0)
          await tx.query('select pg_terminate_backend(pg_backend_pid())')
        if (body.how === 'fail') throw new Error('the disk is full')
        return {
          answer: { id: params.id },
          subject: { kind: 'note', id: params.id },
          before: null,
          after: { amountCents: body.amountCents },
        }
      },
    },
  )
})
const { db, clock, log } = product.deps
await db.write('create table test_notes (id text, how text)')
const admin = await as('administrator')
const cashier = await as('cashier')
const risk = await as('risk')

const reason = 'as agreed'
const auditOf = async (query: string, reader = admin) =>
  (await reader.get<ListPage<AuditRow>>(`/api/audit?${query}`)).data.data
const notes = (id: string) => db.read<{ how: string }>('select how from test_notes where id = $1', [id])
const codeOf = (data: unknown) => (data as OfficeErrorBody).error.code

const invited = async (role: Role): Promise<StaffLink> => {
  const body = { name: 'Nova Pessoa', email: `${randomUUID()}@office.test`, role, reason }
  return (await admin.post<StaffLink>('/api/staff/invite', body)).data
}

describe('actions', () => {
  it('leave a row in the audit with who, what, why and from where', async () => {
    const { staff } = await invited('support')
    const changed = await admin.post<StaffRow>(`/api/staff/${staff.id}/change-role`, { role: 'risk', reason })
    expect(changed.data.role).toBe('risk')
    const [row] = await auditOf(`subjectKind=staff&subjectId=${staff.id}&action=staff.changeRole`)
    const entry = await admin.get<AuditEntry>(`/api/audit/${row?.id}`)
    expect(entry.data).toMatchObject({
      staffId: 'sandbox-administrator',
      staffName: 'Ada Admin',
      role: 'administrator',
      action: 'staff.changeRole',
      reason,
      address: '127.0.0.1',
      requestId: changed.raw.headers['x-request-id'],
      before: { role: 'support' },
      after: { role: 'risk' },
    })
  })

  it('repeated with their key happen once and answer the same; another action with it is refused', async () => {
    const key = randomUUID()
    const body = { name: 'Nova Pessoa', email: `${randomUUID()}@office.test`, role: 'support', reason }
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post<StaffLink>('/api/staff/invite', body, { key })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ raw }) => raw.payload)).size).toBe(1)
    expect(await auditOf(`subjectId=${answers[0]?.data.staff.id}`)).toHaveLength(1)
    const other = await admin.post('/api/staff/invite', { ...body, role: 'risk' }, { key })
    expect([other.status, codeOf(other.data)]).toEqual([409, 'keyReused'])
    const keyless = await admin.post('/api/staff/invite', body, { key: null })
    expect([keyless.status, codeOf(keyless.data)]).toEqual([422, 'keyMissing'])
    // The one-time link is in the answer, and nowhere in the database.
    const token = answers[0]?.data.link.split('#')[1] ?? ''
    const [stored] = await db.read<{ answer: Buffer }>(
      'select answer from office.action_keys where key = $1',
      [key],
    )
    expect(stored?.answer.includes(token)).toBe(false)
  })

  it('happen with their row or not at all, when the connection or the action breaks off between', async () => {
    const [crashed, failed] = [randomUUID(), randomUUID()]
    // The first attempt loses its connection after it has written; the second one runs from the beginning.
    const again = await cashier.post(`/api/test/${crashed}/note`, { amountCents: 1, how: 'crash', reason })
    expect(again.status).toBe(200)
    expect(crashes).toBe(2)
    expect(await notes(crashed)).toHaveLength(1)
    expect(await auditOf(`subjectId=${crashed}`)).toHaveLength(1)
    const broken = await cashier.post(`/api/test/${failed}/note`, { amountCents: 1, how: 'fail', reason })
    expect([broken.status, codeOf(broken.data)]).toEqual([500, 'internal'])
    expect(await notes(failed)).toHaveLength(0)
    expect(await auditOf(`subjectId=${failed}`)).toHaveLength(0)
  })

  it('some reads leave a row too, and show nothing without it', async () => {
    expect((await admin.get('/api/test/player-1/document')).data).toEqual({ text: 'secret' })
    expect(await auditOf('subjectKind=player&subjectId=player-1')).toMatchObject([
      { action: 'test.document', staffId: 'sandbox-administrator' },
    ])
    expect((await admin.get('/api/test/missing/document')).status).toBe(404)
    expect(await auditOf('subjectKind=player&subjectId=missing')).toEqual([])
    await db.write('alter table office.staff_audit add constraint is_full check (id < 1) not valid')
    const unrecorded = await admin.get('/api/test/player-1/document')
    await db.write('alter table office.staff_audit drop constraint is_full')
    expect([unrecorded.status, unrecorded.raw.payload]).toEqual([500, expect.not.stringContaining('secret')])
  })

  it('do not happen when their row cannot be written', async () => {
    await db.write('alter table office.staff_audit add constraint is_full check (id < 1) not valid')
    const id = randomUUID()
    const { status } = await cashier.post(`/api/test/${id}/note`, { amountCents: 1, reason })
    await db.write('alter table office.staff_audit drop constraint is_full')
    expect(status).toBe(500)
    expect(await notes(id)).toHaveLength(0)
  })

  it('say which field is wrong, in the language of the reader', async () => {
    const body = { name: 'N', email: 'nobody', role: 'boss' }
    const answer = await admin.post('/api/staff/invite', body, { headers: { 'accept-language': 'pt-BR,pt' } })
    expect([answer.status, answer.data]).toEqual([
      422,
      {
        error: {
          code: 'invalid',
          message: 'Confira os campos marcados.',
          fields: {
            name: 'No mínimo 2 caracteres.',
            email: 'Isto não é um e-mail.',
            role: 'Escolha uma das opções.',
            reason: 'Preencha este campo.',
          },
        },
      },
    ])
  })
})

describe('four eyes', () => {
  const ask = async (from: OfficeBrowser) => {
    const id = randomUUID()
    const asked = await from.post<{ approvalId: string }>(`/api/test/${id}/note`, {
      amountCents: 10_001,
      reason,
    })
    expect(asked.status).toBe(202)
    expect(await notes(id)).toHaveLength(0)
    return { id, approvalId: asked.data.approvalId }
  }
  const decide = (who: OfficeBrowser, approvalId: string, how: 'confirm' | 'decline') =>
    who.post<Approval>(`/api/approvals/${approvalId}/${how}`, { reason: 'looked at it' })
  const waiting = async (who: OfficeBrowser) =>
    (await who.get<{ counts: { count: number }[] }>('/api/queue')).data.counts[0]?.count

  it('another person with the permission confirms, once; both names are in the audit', async () => {
    const { id, approvalId } = await ask(cashier)
    expect([await waiting(cashier), await waiting(admin)]).toEqual([0, 1])
    const own = await decide(cashier, approvalId, 'confirm')
    expect([own.status, codeOf(own.data)]).toEqual([403, 'ownApproval'])
    // Without the permission of the action there is no such approval.
    expect((await decide(risk, approvalId, 'confirm')).status).toBe(404)
    expect((await risk.get<ListPage<Approval>>('/api/approvals')).data.data).toEqual([])

    const both = await Promise.all([
      decide(admin, approvalId, 'confirm'),
      decide(admin, approvalId, 'confirm'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await notes(id)).toEqual([{ how: 'confirmed' }])
    const [row] = await auditOf(`subjectId=${id}`)
    expect(row).toMatchObject({
      action: 'test.note',
      reason,
      staffId: 'sandbox-administrator',
      requestedById: 'sandbox-cashier',
      requestedByName: 'Caio Caixa',
    })
    expect((await auditOf(`subjectId=${approvalId}`)).map(({ action }) => action)).toEqual([
      'approvals.confirm',
      'approvals.request',
    ])
    expect(await waiting(admin)).toBe(0)
  })

  it('whoever asked takes it back; nobody confirms it then', async () => {
    const { id, approvalId } = await ask(cashier)
    expect((await decide(cashier, approvalId, 'decline')).data).toMatchObject({ state: 'declined' })
    expect(codeOf((await decide(admin, approvalId, 'confirm')).data)).toBe('approvalDecided')
    expect(await notes(id)).toHaveLength(0)
  })

  it('an action that is refused meanwhile has failed, and leaves nothing', async () => {
    const { id, approvalId } = await ask(cashier)
    isRefused = true
    const refused = await decide(admin, approvalId, 'confirm')
    isRefused = false
    expect([refused.status, codeOf(refused.data)]).toEqual([422, 'refused'])
    expect(await notes(id)).toHaveLength(0)
    expect((await admin.get<Approval>(`/api/approvals/${approvalId}`)).data).toMatchObject({
      state: 'failed',
      failure: (refused.data as unknown as OfficeErrorBody).error.message,
      decidedById: 'sandbox-administrator',
    })
    expect((await auditOf(`subjectId=${approvalId}`)).map(({ action }) => action)).toEqual([
      'approvals.fail',
      'approvals.request',
    ])
  })

  it('of somebody who may no longer do it is not confirmed', async () => {
    const { id, approvalId } = await ask(cashier)
    await db.write(`update office.staff set role = 'support' where id = 'sandbox-cashier'`)
    const refused = await decide(admin, approvalId, 'confirm')
    await db.write(`update office.staff set role = 'cashier' where id = 'sandbox-cashier'`)
    expect([refused.status, codeOf(refused.data)]).toEqual([409, 'conflict'])
    expect(await notes(id)).toHaveLength(0)
    expect((await decide(admin, approvalId, 'confirm')).status).toBe(200)
  })

  it('expires after three days', async () => {
    const { approvalId } = await ask(cashier)
    await db.write('update office.staff_approvals set expires_at = $2 where id = $1', [
      approvalId,
      clock.now(),
    ])
    expect(codeOf((await decide(admin, approvalId, 'confirm')).data)).toBe('approvalDecided')
    expect((await admin.get<Approval>(`/api/approvals/${approvalId}`)).data.state).toBe('expired')
  })
})

describe('settings', () => {
  it('change with a row, and what one may do alone is not raised by one alone', async () => {
    const change = (settings: Partial<OfficeSettings>, who = admin) =>
      who.post<OfficeSettings>('/api/settings/change', { settings, reason })
    const { data: before } = await admin.get<OfficeSettings>('/api/settings')
    const changed = await change({
      captcha: 'widget',
      gift: { amountCents: 500, turnoverFactor: 3 },
    })
    expect(changed.data).toEqual({
      ...before,
      captcha: 'widget',
      gift: { amountCents: 500, turnoverFactor: 3 },
    })
    expect(await readSettings(db)).toMatchObject({ gift: { amount: 500, turnoverFactor: 3 } })
    const [row] = await auditOf('subjectKind=settings')
    expect((await admin.get<AuditEntry>(`/api/audit/${row?.id}`)).data).toMatchObject({
      action: 'settings.change',
      before: { captcha: 'image', gift: { amountCents: 1_000 } },
      after: { captcha: 'widget', gift: { amountCents: 500 } },
    })
    const stricter = { ...before.fourEyes, payout: 0 }
    expect((await change({ fourEyes: stricter })).status).toBe(200)
    expect(await needsFourEyes(db, 'payout', cents(1))).toBe(true)
    for (const payout of [1, null]) {
      expect((await change({ fourEyes: { ...stricter, payout } })).status).toBe(202)
      expect(await needsFourEyes(db, 'payout', cents(1))).toBe(true)
    }
    const old = (settings: Partial<OfficeSettings>, seen: Partial<OfficeSettings>) =>
      admin.post('/api/settings/change', { settings, seen, reason })
    // From forms that were opened before somebody else has changed it; one of them would ask for a second person.
    expect((await old({ gift: before.gift }, { gift: before.gift })).status).toBe(409)
    expect((await old({ fourEyes: before.fourEyes }, { fourEyes: before.fourEyes })).status).toBe(409)
    expect((await old({ captcha: 'image' }, { captcha: 'widget' })).status).toBe(200)
    const wrong = await change({ captcha: 'none' as 'image', commissionRates: [0.5, 0, 0] })
    expect(Object.keys((wrong.data as unknown as OfficeErrorBody).error.fields ?? {})).toEqual([
      'settings.captcha',
      'settings.commissionRates.0',
    ])
  })
})

describe('a read for a session that was seen a moment ago', () => {
  const list = '/api/risk-hits'
  const roleOf = (role: Role) =>
    db.write('update office.staff set role = $1 where email = $2', [role, 'risk@office.local'])

  it('is answered for the role as it is', async () => {
    const at = await as('risk')
    expect((await at.get(list)).status).toBe(200)
    await roleOf('content')
    const refused = await at.get(list)
    await roleOf('risk')
    expect([refused.status, codeOf(refused.data)]).toEqual([403, 'forbidden'])
    expect((await at.get(list)).status).toBe(200)
  })

  it('is made anew for the person as they are', async () => {
    const at = await as('risk')
    const before = (await at.get<{ name: string }>('/api/test/who')).data
    expect(before.name).not.toBe('Outro nome')
    await db.write(`update office.staff set name = 'Outro nome' where email = 'risk@office.local'`)
    const after = await at.get<{ name: string }>('/api/test/who')
    await db.write(`update office.staff set name = $1 where email = 'risk@office.local'`, [before.name])
    expect(after.data).toEqual({ name: 'Outro nome' })
  })

  it('is refused when the session has ended, whatever the read found', async () => {
    const at = await as('risk')
    expect((await at.get(list)).status).toBe(200)
    await db.write(
      'update office.staff_sessions set ended_at = $1 where ended_at is null and staff_id = $2',
      [
        clock.now(),
        (await db.read<{ id: string }>(`select id from office.staff where email = 'risk@office.local'`))[0]
          ?.id ?? '',
      ],
    )
    for (const path of [list, '/api/withdrawals/missing'])
      expect(await at.get(path).then(({ status, data }) => [status, codeOf(data)])).toEqual([
        401,
        'notLoggedIn',
      ])
  })
})

describe('lists', () => {
  it.each([
    { query: 'big-bets', limit: '26', what: 'the first page' },
    { query: 'big-bets?page=2', limit: '$1', what: 'another page' },
    { query: 'big-bets?perPage=10', limit: '$1', what: 'another length' },
    {
      query: 'audit?action=players.addNote',
      limit: '26',
      what: 'a filter with an index in the order of the list',
    },
    { query: 'audit?action=players.addNote&staffId=x', limit: '$3', what: 'two filters' },
    { query: 'withdrawals?playerId=x&sort=amountCents', limit: '$3', what: 'a filter and another order' },
  ])('are planned once where every plan is the same: $what', async ({ query, limit }) => {
    const read = vi.spyOn(db, 'read')
    const { status } = await admin.get(`/api/${query}`)
    const texts = read.mock.calls.map(([text]) => text)
    read.mockRestore()
    expect(status).toBe(200)
    const list = texts.find((text) => / limit \S+ offset \S+$/.test(text))
    expect(/ limit (\S+) offset \S+$/.exec(list ?? '')?.[1]).toBe(limit)
  })

  it('page, sort and filter by their address', async () => {
    const names = async (query: string, q = 'OFFICE.local') => {
      const { data } = await admin.get<ListPage<StaffRow>>(`/api/staff?${query}&q=${q}`)
      return [data.data.map(({ role }) => role), data.hasNext]
    }
    expect(await names('perPage=2&sort=role')).toEqual([['administrator', 'cashier'], true])
    expect(await names('perPage=2&sort=role&page=3')).toEqual([['risk', 'support'], false])
    expect(await names('sort=role&order=desc&perPage=1')).toEqual([['support'], true])
    expect(await names('role=risk&status=active', 'rita')).toEqual([['risk'], false])
    expect(await names('status=deactivated')).toEqual([[], false])
    const wrong = await admin.get('/api/staff?sort=password_hash&perPage=101&role=boss')
    expect([wrong.status, codeOf(wrong.data)]).toEqual([422, 'invalid'])
    const far = await admin.get('/api/audit?page=500&perPage=100')
    expect([far.status, codeOf(far.data)]).toEqual([422, 'tooFar'])
  })

  it('are files too: with the separators of the language, without formulas, and audited', async () => {
    await db.write(
      `select office.write_audit('{"at":"2027-01-01T00:00:00Z","staff_id":"s1","staff_name":"=1+1","action":"test.csv",
         "requested_by_id":"s2","requested_by_name":"Outra","before":{"a":"x;y"},"after":[2]}')`,
    )
    const portuguese = await admin.get<string>('/api/audit.csv?action=test.csv', {
      headers: { 'accept-language': 'pt-BR' },
    })
    expect(portuguese.raw.headers['content-disposition']).toMatch(
      /^attachment; filename="audit-[\d-]{10}\.csv"$/,
    )
    // The mark by which a spreadsheet knows UTF-8.
    expect(portuguese.data.startsWith('\ufeff')).toBe(true)
    const [header, row, ...rest] = portuguese.data.trim().split('\n')
    expect(header).toBe(
      'Número;Quando;Quem;Quem (id);Função;Ação;Tipo;Id;Nome;Motivo;Pedido por;Pedido por (id);Endereço;Chamada;' +
        'Antes;Depois;Código;Código da linha anterior',
    )
    const id = /^\d+/.exec(row ?? '')?.[0]
    const { data: entry } = await admin.get<AuditEntry>(`/api/audit/${id}`)
    // Last year's last hours in São Paulo, where a filter's days begin.
    expect(row).toBe(
      `${id};2026-12-31T21:00:00.000-03:00;'=1+1;s1;;test.csv;;;;;Outra;s2;;;` +
        `"{""a"":""x;y""}";[2];${entry.hash};${entry.previousHash}`,
    )
    expect(rest).toEqual([])
    expect((await admin.get<string>('/api/audit.csv?action=test.csv')).data).toContain('Number,When,Who,')
    const [exported] = await auditOf('action=audit.export')
    expect((await admin.get<AuditEntry>(`/api/audit/${exported?.id}`)).data.after).toEqual({
      filter: { action: 'test.csv' },
    })
  })
})

describe('the chain of the audit', () => {
  const check = () => checkAuditChain({ db, log })
  /** The number of rows by now. */
  const last = async () => {
    const [row] = await db.read<{ id: number }>('select max(id) as id from office.staff_audit')
    return row?.id ?? 0
  }

  it('has no gap and fits; a row that is changed, removed or added by hand shows', async () => {
    // Written at the same time.
    await Promise.all(Array.from({ length: 5 }, () => invited('support')))
    const end = await last()
    expect(await check()).toMatchObject({ checkedTo: String(end), brokenAt: null })
    const [{ count } = { count: 0 }] = await db.read<{ count: number }>(
      'select count(*) as count from office.staff_audit',
    )
    expect(count).toBe(end)

    const target = end - 3
    const broken = async (tamper: string, undo: string) => {
      await db.write(tamper)
      const { brokenAt } = await check()
      expect((await admin.get<AuditChain>('/api/audit-chain')).data.brokenAt).toBe(brokenAt)
      await db.write(undo)
      expect((await check()).brokenAt).toBeNull()
      return brokenAt
    }
    expect(
      await broken(
        `update office.staff_audit set reason = 'other' where id = ${target}`,
        `update office.staff_audit set reason = '${reason}' where id = ${target}`,
      ),
    ).toBe(String(target))
    await db.write(
      `create table office.kept as select * from office.staff_audit where id in (${target}, ${end})`,
    )
    expect(
      await broken(
        `delete from office.staff_audit where id = ${target}`,
        `insert into office.staff_audit select * from office.kept where id = ${target}`,
      ),
    ).toBe(String(target + 1))
    // The end is cut off.
    expect(
      await broken(
        `delete from office.staff_audit where id = ${end}`,
        `insert into office.staff_audit select * from office.kept where id = ${end}`,
      ),
    ).toBe(String(end))
    // With a hash that fits its own content, but not the next row.
    expect(
      await broken(
        `with forged as (select k, jsonb_populate_record(k, '{"reason":"forged"}') as row from office.kept k where id = ${target})
         update office.staff_audit set reason = 'forged', hash = office.audit_hash(
           (select jsonb_populate_record(null::office.staff_audit, to_jsonb(row)) from forged)) where id = ${target}`,
        `update office.staff_audit a set reason = k.reason, hash = k.hash from office.kept k where k.id = a.id`,
      ),
    ).toBe(String(target + 1))
  })
})

describe('staff', () => {
  it('the last active administrator stays one, also when two remove each other at the same time', async () => {
    const { staff, link } = await invited('administrator')
    const second = browser()
    await second.post('/api/session/invitation/accept', {
      token: link.split('#')[1],
      password: 'quatro-olhos-7',
    })
    const own = await admin.post('/api/staff/sandbox-administrator/deactivate', { reason })
    expect([own.status, codeOf(own.data)]).toEqual([403, 'ownAccount'])
    const race = await Promise.all([
      admin.post(`/api/staff/${staff.id}/deactivate`, { reason }),
      second.post('/api/staff/sandbox-administrator/change-role', { role: 'support', reason }),
    ])
    const won = race.findIndex(({ status }) => status === 200)
    // The loser was refused, or was logged out by the winner before it began.
    expect([409, 401]).toContain(race[1 - won]?.status)
    const [{ count } = { count: 0 }] = await db.read<{ count: number }>(
      `select count(*) as count from office.staff where role = 'administrator' and deactivated_at is null`,
    )
    expect(count).toBe(1)
    await db.write(
      `update office.staff set role = 'administrator', deactivated_at = null where id like 'sandbox-admin%'`,
    )
  })
})

it('the reset of QA leaves staff and audit alone', async () => {
  // The race of the test before has logged one of them out.
  const reader = await as('administrator')
  const newest = async () => (await reader.get<ListPage<AuditRow>>('/api/audit?perPage=1')).data.data[0]?.id
  const row = await newest()
  expect(row).toBeDefined()
  expect((await product.post('/sandbox/api/reset', { feedSeed: 'seed' })).http).toBe(200)
  expect(await newest()).toBe(row)
  expect((await as('cashier')).cookie).toBeDefined()
})

// The last, because its calls end sessions.
describe('permissions', () => {
  it('every call is registered once, with a permission of the list, and actions by officeAction', () => {
    expect(new Set(officeCalls.map(({ name }) => name)).size).toBe(officeCalls.length)
    expect(officeCalls.map(({ name }) => name).toSorted()).toEqual(
      [...office.calls.keys()].filter((name) => !name.startsWith('test.')).toSorted(),
    )
    for (const call of officeCalls) {
      if (call.permission !== 'open') expect(permissions).toContain(call.permission)
      if (call.kind === 'action' || call.kind === 'csv') expect(call.permission).not.toBe('open')
      // Only officeAction writes the audit, so an action that is registered by anything else would leave none.
      expect([call.name, office.actions.has(call.name)]).toEqual([call.name, call.kind === 'action'])
    }
    // What works without a login: the login.
    expect(officeCalls.filter(({ permission }) => permission === 'open').map(({ name }) => name)).toEqual([
      'session.get',
      'session.login',
      'session.totp',
      'session.recoveryCode',
      'session.passkeyOptions',
      'session.passkey',
      'session.logout',
      'session.lookAtInvitation',
      'session.acceptInvitation',
    ])
  })

  it.each(roles)(
    '%s gets 403 for every call that the role lacks, and an answer to all others',
    async (role) => {
      const person = await as(role)
      for (const { name, method, path, permission } of officeCalls) {
        if (permission === 'open') continue
        const url = fillPath(path, { id: '1' })
        const { status, data } = method === 'GET' ? await person.get(url) : await person.post(url)
        if (mayRole(role, permission))
          expect([name, status >= 500 || [401, 403].includes(status)]).toEqual([name, false])
        else expect([name, status, codeOf(data)]).toEqual([name, 403, 'forbidden'])
        const nobody = method === 'GET' ? await browser().get(url) : await browser().post(url)
        expect([name, nobody.status]).toEqual([name, 401])
      }
    },
  )
})
