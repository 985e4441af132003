import { describe, expect, it } from 'vitest'
import type {
  IdentityCheckView,
  Player,
  PlayerDocuments,
  PlayerRow,
  Timeline,
} from '#contract/office/players.ts'
import { cents } from '#contract/money.ts'
import type { ListPage } from '#contract/office/list.ts'
import type { BigBetRow } from '#contract/office/risk.ts'
import { listExports } from '#server/domain/accounts/exports/exports.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { writeOffDebts } from '#server/domain/payments/writeOffDebts.ts'
import { createTestOffice, type OfficeBrowser } from './helpers/testOffice.ts'

const world = await createTestOffice({ IDENTITY_PROVIDER: 'manual' })
const { product } = world
const { deps } = product
const [compliance, support, risk, admin] = [
  await world.as('compliance'),
  await world.as('support'),
  await world.as('risk'),
  await world.as('administrator'),
]
const reason = 'seen by a test'
const bet = ({ token }: { token: string }, amount = 1) =>
  product.post('/api/app/game/dice/bet', { amount, direction: 'over', chance: 50 }, { token })
const found = async (q: string) =>
  (await support.get<{ data: PlayerRow[] }>(`/api/players?q=${encodeURIComponent(q)}`)).data.data
const auditOf = async (id: string) =>
  (
    await deps.db.read<{ action: string }>(
      `select action from office.staff_audit where subject_kind = 'player' and subject_id = $1 order by id`,
      [id],
    )
  ).map(({ action }) => action)

describe('a player', () => {
  it('is found by a part of e-mail, name or phone, by another spelling of the e-mail, by CPF, id and device', async () => {
    const player = await product.createUser({ kyc: 1, username: 'zuleica.prado@gmail.com' })
    await deps.db.write(`update users set name = 'Zuleica do Prado', phone = '11987650001' where id = $1`, [
      player.uId,
    ])
    await deps.db.write(`update sessions set device_id = 'aparelho-77' where user_id = $1`, [player.uId])
    const identity = await readIdentity(deps, deps.db, player.uId)
    const cpf = identity?.cpf ?? ''
    const ways = [
      'ica.pra',
      'do PRADO',
      '7650001',
      '(11) 98765-0001',
      cpf,
      `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`,
      player.uId,
      'aparelho-77',
      'zuleicaprado+jogo@googlemail.com',
    ]
    for (const way of ways)
      expect(
        (await found(way)).map(({ id }) => id),
        way,
      ).toEqual([player.uId])
    expect(await found('%')).toEqual([])
    expect(await found('nobody.of.this.name')).toEqual([])
    expect((await (await world.as('content')).get('/api/players')).status).toBe(403)
  })

  it('is suspended with a reason that the player reads, and restored', async () => {
    const player = await product.createUser({ balance: 100, kyc: 1 })
    const change = (body: object, who = risk) =>
      who.post<Player>(`/api/players/${player.uId}/change-status`, { until: null, reason, ...body })
    expect((await change({ status: 'suspended', statusReason: 'security' }, support)).status).toBe(403)
    expect((await change({ status: 'suspended', statusReason: null })).status).toBe(422)
    const { data } = await change({ status: 'suspended', statusReason: 'security' })
    expect(data).toMatchObject({ status: 'suspended', statusReason: 'security', until: null })
    expect(data.statusChanges).toMatchObject([
      { status: 'suspended', note: reason, madeByName: 'Rita Risco' },
    ])
    expect(await bet(player)).toMatchObject({ http: 403, message: expect.stringContaining('fora do comum') })
    // From a page that was opened before.
    const active = { status: 'active', statusReason: null, until: null }
    expect((await change({ status: 'closed', statusReason: 'terms', seen: active })).status).toBe(409)
    expect((await change({ ...active, seen: { ...active, status: 'closed' } })).status).toBe(409)
    const seen = { status: 'suspended', statusReason: 'security', until: null }
    expect((await change({ ...active, seen })).data).toMatchObject({ status: 'active' })
    expect((await bet(player)).http).toBe(200)
    expect(await auditOf(player.uId)).toEqual(['players.changeStatus', 'players.changeStatus'])
  })

  it('is in the list of its status only', async () => {
    const player = await product.createUser({ kyc: 1 })
    const change = (status: string, statusReason: string | null) =>
      risk.post(`/api/players/${player.uId}/change-status`, { status, statusReason, until: null, reason })
    const listed = async () => {
      const lists: string[] = []
      for (const status of ['active', 'suspended', 'closed']) {
        const answer = await support.get<{ data: PlayerRow[] }>(`/api/players?status=${status}&perPage=100`)
        expect(answer.status, status).toBe(200)
        if (answer.data.data.some(({ id }) => id === player.uId)) lists.push(status)
      }
      return lists
    }
    expect(await listed()).toEqual(['active'])
    await change('suspended', 'security')
    expect(await listed()).toEqual(['suspended'])
    await change('closed', 'terms')
    expect(await listed()).toEqual(['closed'])
  })

  it('who has much gets the block lifted by two people only', async () => {
    const player = await product.createUser({ balance: 6_000, kyc: 1 })
    const change = (body: object) =>
      risk.post<{ approvalId: string }>(`/api/players/${player.uId}/change-status`, {
        until: null,
        reason,
        ...body,
      })
    await change({ status: 'suspended', statusReason: 'documents' })
    const asked = await change({ status: 'active', statusReason: null })
    expect(asked.status).toBe(202)
    expect((await bet(player)).http).toBe(403)
    expect((await admin.post(`/api/approvals/${asked.data.approvalId}/confirm`, { reason })).status).toBe(200)
    expect((await bet(player)).http).toBe(200)

    const lock = (isLocked: boolean) =>
      risk.post<{ approvalId: string }>(`/api/players/${player.uId}/lock-withdrawals`, { isLocked, reason })
    const isLocked = async () =>
      (await risk.get<{ areWithdrawalsLocked: boolean }>(`/api/players/${player.uId}`)).data
        .areWithdrawalsLocked
    expect((await lock(true)).status).toBe(200)
    const freed = await lock(false)
    expect(freed.status).toBe(202)
    expect(await isLocked()).toBe(true)
    expect((await admin.post(`/api/approvals/${freed.data.approvalId}/confirm`, { reason })).status).toBe(200)
    expect(await isLocked()).toBe(false)
  })

  it('is freed by two people also when the block that ends sooner is a block itself', async () => {
    const player = await product.createUser({ balance: 6_000, kyc: 1 })
    const inMs = (ms: number) => new Date(deps.clock.now().getTime() + ms).toISOString()
    const change = async (status: string, until: string | null = null) =>
      (
        await risk.post(`/api/players/${player.uId}/change-status`, {
          status,
          until,
          statusReason: 'security',
          reason,
        })
      ).status
    const read = async () => (await risk.get<Player>(`/api/players/${player.uId}`)).data
    const week = inMs(7 * 86_400_000)
    expect(await change('suspended', inMs(3_600_000))).toBe(200)
    expect(await change('suspended', week)).toBe(200)
    expect(await change('suspended', inMs(60_000))).toBe(202)
    // The same end for another reason is no way out.
    expect(await change('suspended', week)).toBe(200)
    expect(await change('suspended')).toBe(200)
    expect(await change('suspended', week)).toBe(202)
    expect(await read()).toMatchObject({ status: 'suspended', until: null })
    expect(await change('closed')).toBe(200)
    expect(await change('suspended', inMs(60_000))).toBe(202)
    expect(await change('suspended')).toBe(202)
    expect(await read()).toMatchObject({ status: 'closed' })
  })

  it('owns also what is held: one person alone does not lift the block of an empty wallet', async () => {
    const player = await product.createUser({ balance: 6_000, kyc: 1, level: 12 })
    const identity = await readIdentity(deps, deps.db, player.uId)
    const to = { payCardBank: 'CPF', payCardNo: identity?.cpf, ifsc: identity?.cpf, name: identity?.name }
    const asked = await product.post(
      '/api/app/order/withdraw',
      { amount: 6_000, ...to, whatsapp: '+5511987654321' },
      { token: player.token },
    )
    expect(asked).toMatchObject({ http: 200 })
    const lock = (isLocked: boolean) =>
      risk.post(`/api/players/${player.uId}/lock-withdrawals`, { isLocked, reason })
    expect((await lock(true)).status).toBe(200)
    expect((await risk.get<Player>(`/api/players/${player.uId}`)).data).toMatchObject({
      cashCents: 0,
      heldCents: 6_000_00,
    })
    expect((await lock(false)).status).toBe(202)
  })

  it('who mistyped the password five times is let in again', async () => {
    const player = await product.createUser()
    const logIn = async (pwd: string) =>
      (
        await product.post('/api/auth/user/restLogin', {
          ...(await product.captcha()),
          username: player.username,
          pwd,
        })
      ).http
    const lockedUntil = async () =>
      (await support.get<Player>(`/api/players/${player.uId}`)).data.loginLockedUntil
    expect(await lockedUntil()).toBeNull()
    for (let error = 0; error < 5; error++) expect(await logIn('Errada-123')).not.toBe(200)
    expect(await logIn(player.password)).toBe(429)
    expect(await lockedUntil()).toMatch(/^\d{4}-/)
    const path = `/api/players/${player.uId}/unlock`
    expect((await compliance.post(path, { reason })).status).toBe(403)
    expect((await support.post<Player>(path, { reason })).data.loginLockedUntil).toBeNull()
    expect(await logIn(player.password)).toBe(200)
    expect(await auditOf(player.uId)).toEqual(['players.unlock'])
  })

  it('loses a nickname that staff take away', async () => {
    const player = await product.createUser()
    await product.post('/api/app/user/nickname', { nickname: 'Nome_Ofensivo' }, { token: player.token })
    const read = async () => (await support.get<Player>(`/api/players/${player.uId}`)).data.nickname
    expect(await read()).toBe('Nome_Ofensivo')
    expect((await found('nome_ofensivo')).map(({ id }) => id)).toEqual([player.uId])
    const path = `/api/players/${player.uId}/take-nickname`
    expect((await support.post(path, { reason })).status).toBe(403)
    expect((await compliance.post<Player>(path, { reason })).data.nickname).toBeNull()
    expect(await read()).toBeNull()
    expect(await auditOf(player.uId)).toEqual(['players.takeNickname'])
  })

  it('has limits of the house, notes and a timeline of everything', async () => {
    const player = await product.createUser({ balance: 100, kyc: 1 })
    const { uId } = player
    const setLimit = (amount: number | null) =>
      risk.post<Player>(`/api/players/${uId}/set-limit`, { kind: 'stake', period: 'bet', amount, reason })
    expect((await setLimit(500)).data.houseLimits).toEqual([{ kind: 'stake', period: 'bet', amount: 500 }])
    expect((await bet(player, 6)).http).toBe(400)
    expect((await setLimit(null)).data.houseLimits).toEqual([])
    expect((await bet(player, 6)).http).toBe(200)
    const noted = await support.post<Player>(`/api/players/${uId}/add-note`, { text: 'Ligou às dez.' })
    expect(noted.data.notes).toMatchObject([{ text: 'Ligou às dez.', madeByName: 'Sueli Suporte' }])
    const read = async (query = '') =>
      (await support.get<Timeline>(`/api/players/${uId}/timeline${query}`)).data.entries
    const all = await read()
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['money', 'bets', 'sessions', 'staff']))
    expect(await read('?kind=bets')).toMatchObject([{ what: 'play' }])
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('has its newest bets first, also where the numbers of postings get a digit more', async () => {
    const player = await product.createUser({ balance: 100, kyc: 1 })
    await deps.db.write(
      `select setval('transfers_id_seq', (10 ^ length((select last_value from transfers_id_seq)::text))::bigint - 5)`,
    )
    for (let round = 0; round < 55; round++) expect((await bet(player)).http).toBe(200)
    const newest = await deps.db.read<{ id: string }>(
      `select 't' || id as id from transfers where user_id = $1 and kind = 'play' order by transfers.id desc limit 50`,
      [player.uId],
    )
    const { entries } = (await support.get<Timeline>(`/api/players/${player.uId}/timeline?kind=bets`)).data
    expect(entries.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
  })

  it('has its big bets on pages, newest first, whatever they were on', async () => {
    const player = await product.createUser({ balance: 5_000, kyc: 1 })
    for (let round = 0; round < 3; round++) expect((await bet(player, 500 + round)).http).toBe(200)
    const page = async (number: number) =>
      (
        await risk.get<ListPage<BigBetRow>>(
          `/api/big-bets?playerId=${player.uId}&perPage=2&page=${String(number)}`,
        )
      ).data
    const [first, second] = [await page(1), await page(2)]
    expect([first.hasNext, second.hasNext]).toEqual([true, false])
    const stakes = [...first.data, ...second.data].map(({ stakeCents }) => stakeCents)
    expect(stakes).toEqual([502_00, 501_00, 500_00])
    expect(first.data[0]).toMatchObject({ kind: 'round', email: player.username })
  })

  it('gets a gift or a discount from the cashier, not while suspended', async () => {
    const cashier = await world.as('cashier')
    const player = await product.createUser({ kyc: 1 })
    const give = (body: object, who = cashier) =>
      who.post(`/api/players/${player.uId}/give-offer`, { percent: null, until: null, reason, ...body })
    expect((await give({ kind: 'gift' }, support)).status).toBe(403)
    // Not before the first deposit.
    expect((await give({ kind: 'gift' })).status).toBe(422)
    await deps.db.write('update wallets set deposit_sum = 2000 where user_id = $1', [player.uId])
    expect((await give({ kind: 'gift' })).status).toBe(200)
    expect((await give({ kind: 'gift' })).status).toBe(409)
    expect((await product.post('/api/app/main/claimGift', {}, { token: player.token })).http).toBe(200)
    expect((await give({ kind: 'discount' })).status).toBe(422)
    const until = new Date(deps.clock.now().getTime() + 86_400_000).toISOString()
    expect((await give({ kind: 'discount', percent: 20, until })).status).toBe(200)
    const { data } = await product.get<{ payDiscount: unknown }>('/api/app/user/userInfo', {
      token: player.token,
    })
    expect(JSON.stringify(data)).toContain('0.2')
    const status = { status: 'suspended', statusReason: 'terms', until: null, reason }
    await risk.post(`/api/players/${player.uId}/change-status`, status)
    expect((await give({ kind: 'gift' })).status).toBe(422)
  })

  it('is logged out by staff, everywhere or on one device', async () => {
    const player = await product.createUser()
    const { data } = await support.get<Player>(`/api/players/${player.uId}`)
    const [session] = data.sessions
    const ended = await support.post<Player>(`/api/players/${player.uId}/end-sessions`, {
      sessionId: session?.id,
      reason,
    })
    expect(ended.data.sessions).toEqual([])
    expect((await product.get('/api/app/user/userInfo', { token: player.token })).http).toBe(401)
  })

  it('shows name and CPF to those who may, and the audit says who read them', async () => {
    const player = await product.createUser({ kyc: 1 })
    const url = `/api/players/${player.uId}/documents`
    expect((await support.get(url)).status).toBe(403)
    expect((await compliance.get<PlayerDocuments>(url)).data.cpf).toMatch(/^\d{11}$/)
    expect(await auditOf(player.uId)).toEqual(['players.documents'])
  })

  it('is erased on request, but not while there is money', async () => {
    const [rich, poor] = [await product.createUser({ balance: 1 }), await product.createUser({ balance: 0 })]
    const erase = (id: string) => compliance.post(`/api/players/${id}/erase`, { reason })
    expect((await erase(rich.uId)).status).toBe(422)
    expect((await erase(poor.uId)).status).toBe(200)
    expect((await support.get(`/api/players/${poor.uId}`)).status).toBe(404)
    expect(await found(poor.username)).toEqual([])
  })

  it('is not erased while something is owed: to give that up is the right of others', async () => {
    const player = await product.createUser({ balance: 0 })
    const actor = { kind: 'job', id: 'test' } as const
    const owe = { userId: player.uId, actor, ticketId: `owed ${player.uId}`, number: 1, amount: cents(700) }
    await deps.db.tx((tx) => deps.ledger.oweForTicket(tx, owe))
    await deps.db.tx((tx) =>
      deps.ledger.correctTicket(tx, {
        ...owe,
        wallet: 'cash',
        change: { cash: cents(-700), bonus: cents(0) },
        stake: cents(0),
      }),
    )
    const erase = () => compliance.post(`/api/players/${player.uId}/erase`, { reason })
    expect(await erase()).toMatchObject({ status: 409, data: { error: { code: 'playerOwes' } } })
    await deps.db.tx((tx) => writeOffDebts(deps, tx, { userId: player.uId, staffId: 'staff-1', reason }))
    expect((await erase()).status).toBe(200)
  })
})

it('the file of a player’s data is prepared on request, for the player alone, and audited', async () => {
  const player = await product.createUser()
  const prepare = (who: OfficeBrowser, id = player.uId) =>
    who.post(`/api/players/${id}/prepare-data`, { reason: 'asked by letter' })
  expect((await prepare(support)).status).toBe(403)
  expect((await prepare(compliance, 'nobody')).status).toBe(404)
  expect(await listExports(deps, player.uId)).toEqual([])
  expect((await prepare(compliance)).status).toBe(200)
  const [file] = await listExports(deps, player.uId)
  expect(file).toMatchObject({ kind: 'personalData', state: 'waiting' })
  // Within an hour it is the same file.
  expect((await prepare(compliance)).status).toBe(200)
  expect(
    await deps.db.read(
      `select after, reason from office.staff_audit where action = 'players.prepareData' and subject_id = $1 order by id`,
      [player.uId],
    ),
  ).toEqual([
    { after: { file: file?.id, isNew: true }, reason: 'asked by letter' },
    { after: { file: file?.id, isNew: false }, reason: 'asked by letter' },
  ])
})

it('identities that wait are pages, oldest first', async () => {
  const players: string[] = []
  for (let player = 0; player < 51; player++) players.push((await product.createUser()).uId)
  const first = await product.createUser()
  await product.post(
    '/api/app/user/updateKyc',
    { name: 'Rita Lima', cardNo: '11144477735' },
    { token: first.token },
  )
  await deps.db.write(
    `insert into identity_checks select (jsonb_populate_record(c, jsonb_build_object('user_id', p.id, 'id', 'check ' || p.place,
       'created_at', c.created_at + p.place * interval '1 minute'))).*
     from identity_checks c, unnest($2::text[]) with ordinality as p (id, place) where c.user_id = $1`,
    [first.uId, players],
  )
  type Page = { checks: IdentityCheckView[]; next: string | null }
  const page = async (after?: string) => {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    return (await compliance.get<Page>(`/api/identities${query}`)).data
  }
  const one = await page()
  const two = await page(one.next ?? '')
  expect([one.checks.length, two.next]).toEqual([50, null])
  expect([...one.checks, ...two.checks].map(({ playerId }) => playerId)).toEqual([first.uId, ...players])
  expect((await compliance.get('/api/identities?after=never')).status).toBe(422)
  await deps.db.write('delete from identity_checks where user_id = any($1)', [[first.uId, ...players]])
})

it('an identity that no provider confirmed is confirmed by a person', async () => {
  const player = await product.createUser()
  await product.post(
    '/api/app/user/updateKyc',
    { name: 'Rita Lima', cardNo: '52998224725' },
    { token: player.token },
  )
  const waiting = await compliance.get<{ checks: IdentityCheckView[] }>('/api/identities')
  const [check] = waiting.data.checks
  expect(check).toMatchObject({ playerId: player.uId, name: 'Rita Lima', cpf: '52998224725' })
  const decide = { playerId: player.uId, result: 'confirmed', reason }
  expect((await support.post(`/api/identities/${check?.id}/decide`, decide)).status).toBe(403)
  expect((await compliance.post(`/api/identities/${check?.id}/decide`, decide)).status).toBe(200)
  expect((await support.get<Player>(`/api/players/${player.uId}`)).data.isVerified).toBe(true)
})
