import { describe, expect, it } from 'vitest'
import type { ContentRecord, ContentRow } from '#contract/office/content.ts'
import type { GameReturnRow, GameRow } from '#contract/office/games.ts'
import type { ListPage } from '#contract/office/list.ts'
import type { OfficeErrorBody } from '#contract/office/officeCall.ts'
import type { ServiceState } from '#contract/office/service.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { refusalEnvelope } from '#server/presenters/envelope.ts'
import { Refusal } from '#server/texts/refusal.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const { product, as } = await createTestOffice()
const { deps, createUser, get, post } = product
const content = await as('content')
const risk = await as('risk')
const admin = await as('administrator')
const reason = 'as agreed'

const notice = (text: string) => ({
  enabled: true,
  startsAt: null,
  endsAt: null,
  sort: 10,
  texts: { pt_BR: { text } },
  fields: { place: 'everywhere', userId: null, seconds: 8 },
})

describe('content', () => {
  it('is written, changed, refused when another was faster, and brought back', async () => {
    const made = await content.post<ContentRecord>('/api/content/create', {
      kind: 'notice',
      slug: 'noite',
      state: notice('Manutenção às 3h'),
    })
    expect(made.data).toMatchObject({ kind: 'notice', title: 'Manutenção às 3h', phase: 'shown', version: 1 })
    const { id } = made.data
    const save = (basedOn: number, text: string) =>
      content.post<ContentRecord>(`/api/content/${id}/save`, { state: notice(text), basedOn })
    expect((await save(1, 'Manutenção às 4h')).data.version).toBe(2)
    const late = await save(1, 'Manutenção às 5h')
    expect([late.status, (late.data as unknown as OfficeErrorBody).error.code]).toEqual([409, 'conflict'])
    const back = await content.post<ContentRecord>(`/api/content/${id}/restore`, { version: 1, basedOn: 2 })
    expect(back.data).toMatchObject({ version: 3, title: 'Manutenção às 3h' })
    const read = await content.get<ContentRecord>(`/api/content/${id}`)
    expect(read.data.versions.map(({ version, madeByName }) => [version, madeByName])).toEqual([
      [3, expect.any(String)],
      [2, expect.any(String)],
      [1, expect.any(String)],
      [0, null],
    ])
    const list = await get<{ list: { text: string }[] }>('/api/app/main/notices')
    expect(list.data.list.map(({ text }) => text)).toEqual(['Manutenção às 3h'])
    const audit = await deps.db.read<{ action: string; before: object | null }>(
      `select action, before from office.staff_audit where subject_id = $1 order by id`,
      [id],
    )
    expect(audit.map(({ action, before }) => [action, before !== null])).toEqual([
      ['content.create', false],
      ['content.save', true],
      ['content.restore', true],
    ])
  })

  it('is checked by its kind, and says which field is wrong', async () => {
    const [row] = (await content.get<ListPage<ContentRow>>('/api/content?kind=banner&sort=sort')).data.data
    const { state, version } = (await content.get<ContentRecord>(`/api/content/${row?.id}`)).data
    const wrong = { ...state, fields: { picture: 'deposit', target: 'https://evil.example' } }
    const refused = await content.post<OfficeErrorBody>(`/api/content/${row?.id}/save`, {
      state: wrong,
      basedOn: version,
    })
    expect([refused.status, Object.keys(refused.data.error.fields ?? {})]).toEqual([422, ['fields.target']])
  })

  it('lists what is shown, comes later, is over or off', async () => {
    const phases = async (phase: string) =>
      (await content.get<ListPage<ContentRow>>(`/api/content?kind=package&phase=${phase}&perPage=100`)).data
        .data.length
    await deps.db.write(`update deposit_packages set enabled = false where id = 'brl-1000'`)
    await deps.db.write(
      `update deposit_packages set starts_at = now() + interval '1 year' where id = 'brl-500'`,
    )
    await deps.db.write(
      `update deposit_packages set ends_at = now() - interval '1 year' where id = 'brl-200'`,
    )
    expect([await phases('off'), await phases('later'), await phases('over'), await phases('shown')]).toEqual(
      [1, 1, 1, 14],
    )
  })
})

describe('the service', () => {
  it('is closed with a text and opened again, for players at once', async () => {
    const { token } = await createUser({ balance: 10 })
    const bet = () => post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 }, { token })
    const closed = await admin.post<ServiceState>('/api/service/close', {
      from: null,
      until: null,
      texts: { pt_BR: 'Voltamos já.' },
      reason,
    })
    expect(closed.data).toMatchObject({ isClosed: true, closure: { texts: { pt_BR: 'Voltamos já.' } } })
    expect(await bet()).toMatchObject({ status: 1403, message: 'Voltamos já.' })
    const opened = await admin.post<ServiceState>('/api/service/open', { reason })
    expect(opened.data).toMatchObject({ isClosed: false, closure: null })
    expect((await bet()).http).toBe(200)
    expect((await content.post('/api/service/open', { reason })).status).toBe(403)
  })
})

it('a closure says in English what it does not say in the player’s language', () => {
  const texts = { pt_BR: 'Voltamos já.', en_US: 'Back soon.', ja_JP: 'まもなく再開します。' }
  const said = (language: LanguageCode, own: Partial<Record<LanguageCode, string>>) =>
    refusalEnvelope(new Refusal('serviceClosed', { texts: own }), language).message
  expect([said('ja_JP', texts), said('ru_RU', texts), said('pt_BR', texts)]).toEqual([
    'まもなく再開します。',
    'Back soon.',
    'Voltamos já.',
  ])
  expect(said('ru_RU', { pt_BR: 'Voltamos já.' })).toBe('Voltamos já.')
})

describe('games', () => {
  const rows = async (query = '') =>
    (await risk.get<ListPage<GameRow>>(`/api/games?perPage=100${query}`)).data.data

  it('are stopped, moved and opened again', async () => {
    await risk.post('/api/games/limbo/stop', { reason })
    expect((await rows('&isOn=false')).map(({ id }) => id)).toEqual(['limbo'])
    const { token } = await createUser({ balance: 10 })
    expect((await post('/api/app/game/limbo/bet', { amount: 1, target: 2 }, { token })).http).toBe(404)
    await risk.post('/api/games/limbo/open', { reason })
    expect((await post('/api/app/game/limbo/bet', { amount: 1, target: 2 }, { token })).http).toBe(200)
    await risk.post('/api/games/limbo/move', { sort: 1, reason })
    expect((await rows()).map(({ id }) => id)[0]).toBe('limbo')
    expect(await rows('&q=cor%20da')).toMatchObject([{ id: 'luckyColor' }])
  })

  it('are measured against what they are made to pay, with a band', async () => {
    const { token } = await createUser({ balance: 1_000 })
    let payouts = 0
    for (let bet = 0; bet < 40; bet++) {
      const { data } = await post<{ payout: number }>(
        '/api/app/game/dice/bet',
        { amount: 2, direction: 'over', chance: 50 },
        { token },
      )
      payouts += data.payout
    }
    await rollUpReports(deps)
    const { list } = (await risk.get<{ list: GameReturnRow[] }>('/api/games/returns')).data
    const dice = list.find(({ id }) => id === 'dice')
    const [rounds, stakes] = [dice?.rounds ?? 0, (dice?.stakesCents ?? 0) / 100]
    expect(rounds).toBeGreaterThanOrEqual(40)
    expect(dice?.measured).toBeCloseTo((dice?.payoutsCents ?? 0) / 100 / stakes, 9)
    expect((dice?.payoutsCents ?? 0) / 100).toBeGreaterThanOrEqual(payouts)
    // m = 1.98, p = 1/2: a standard deviation of 0.99 a round.
    const half = ((dice?.band?.high ?? 0) - (dice?.band?.low ?? 0)) / 2
    expect(dice?.band?.variance).toBe('exact')
    expect(half).toBeCloseTo((1.96 * 0.99) / Math.sqrt(rounds), 2)
  })
})
