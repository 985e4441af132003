import { describe, expect, it } from 'vitest'
import type { ContentKind } from '#contract/rules/content.ts'
import { schemas, type ContentState } from '#contract/rules/content.schema.ts'
import {
  contentVersions,
  listContent,
  readContent,
  restoreContent,
  saveContent,
} from '#server/domain/content/content.ts'
import { announceNotices, noticeEvents, noticesChanged } from '#server/domain/content/notices.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp } from './helpers/testApp.ts'

stopTime()
const t = await createTestApp()
const { deps } = t

const staffId = 'staff-1'
const inMinutes = (minutes: number) => new Date(deps.clock.now().getTime() + minutes * 60_000).toISOString()

/** Changes a row, or makes one. */
async function save<Kind extends ContentKind>(
  kind: Kind,
  id: string,
  change: Partial<Omit<ContentState<Kind>, 'fields'>> & { fields?: Partial<ContentState<Kind>['fields']> },
): Promise<number> {
  const known = (await listContent(deps.db, kind)).find((row) => row.id === id)
  const empty = { enabled: true, startsAt: null, endsAt: null, sort: 10, texts: {}, fields: {} }
  const before = known?.state ?? empty
  const state = { ...before, ...change, fields: { ...before.fields, ...change.fields } }
  schemas[kind].parse(state)
  const saved = await deps.db.tx((tx) =>
    saveContent(deps, tx, {
      kind,
      id,
      state: state as ContentState<Kind>,
      basedOn: known?.version ?? 0,
      staffId,
    }),
  )
  return saved.version
}

describe('banners', () => {
  const home = async (lang = 'pt_BR') =>
    (await t.get<{ banners: { id: string; texts: object | null }[] }>('/api/app/main/home', { lang })).data
      .banners

  it('are shown in their order and time, in the language of the player or else in Portuguese', async () => {
    const texts = {
      pt_BR: { kicker: 'Novo', title: 'Copa', action: 'Ver' },
      ru_RU: { kicker: 'Новое', title: 'Кубок', action: 'Смотреть' },
    }
    await save('banner', 'cup', {
      sort: 5,
      startsAt: inMinutes(1),
      endsAt: inMinutes(60),
      texts,
      fields: { picture: 'sports', target: '/footballPage' },
    })
    await save('banner', 'fair', { enabled: false })
    expect((await home()).map(({ id }) => id)).toEqual(['deposit', 'sports'])
    await deps.clock.advance(120_000)
    const [cup, deposit] = await home('ru_RU')
    expect([cup?.texts, deposit]).toEqual([
      texts.ru_RU,
      { id: 'deposit', picture: 'deposit', target: '/conta', texts: null },
    ])
    expect((await home('ja_JP'))[0]?.texts).toEqual(texts.pt_BR)
    await deps.clock.advance(3_600_000)
    expect((await home()).map(({ id }) => id)).toEqual(['deposit', 'sports'])
  })

  it('lead to pages of the product only', () => {
    const banner = (target: string) =>
      schemas.banner.safeParse({
        enabled: true,
        startsAt: null,
        endsAt: null,
        sort: 1,
        texts: {},
        fields: { picture: 'fair', target },
      }).success
    expect(
      ['/active2', '/play?game=carnaval', '//evil.example', 'https://evil.example', 'conta'].map(banner),
    ).toEqual([true, true, false, false, false])
  })
})

describe('promotions', () => {
  it('take the terms and texts of the operator, and end at their time', async () => {
    const { token } = await t.createUser({ kyc: 1 })
    const texts = {
      pt_BR: { title: 'Amigo vale {{maximum}}', short: 'Traga um amigo', text: 'Traga.', rules: ['Um só.'] },
    }
    await save('promotion', '3', { endsAt: inMinutes(60), texts, fields: { maximum: 3_000 as never } })
    const list = async () =>
      (await t.get<{ list: { id: string }[] }>('/api/app/promotions', { token })).data.list.map(
        ({ id }) => id,
      )
    const read = async () => (await t.get('/api/app/promotions/3', { token, lang: 'en_US' })).data
    expect(await list()).toEqual(['1', '2', '3'])
    expect(await read()).toMatchObject({ maximum: 30, state: 'notReady', texts: texts.pt_BR })
    await deps.clock.advance(3_600_000)
    expect(await list()).toEqual(['1', '2'])
    expect(await read()).toMatchObject({ state: 'expired' })
    expect(await t.post('/api/app/promotions/claim', { id: '3' }, { token })).toMatchObject({
      message: expect.stringContaining('prazo'),
    })
    await save('promotion', '3', { enabled: false })
    expect((await t.get('/api/app/promotions/3', { token })).http).toBe(404)
  })
})

describe('packages', () => {
  it('are sold in their time at the price of the day, and an order keeps its own', async () => {
    const { token } = await t.createUser({ kyc: 1 })
    const prices = async () =>
      (
        await t.get<{ pkgId: string; price: number; gift: number }[]>('/api/app/order/getPrices', { token })
      ).data.filter(({ pkgId }) => pkgId === 'brl-50')
    const order = await t.post<{ orderId: string }>(
      '/api/app/order/prePay/brl-50',
      { gift: 1, pkgId: 'brl-50', isapp: 0 },
      { token },
    )
    await save('package', 'brl-50', {
      startsAt: inMinutes(10),
      fields: { price: 6_000 as never, bonus: 2_000 as never },
    })
    expect(await prices()).toEqual([])
    await deps.clock.advance(600_000)
    expect(await prices()).toMatchObject([{ price: 60, gift: 20 }])
    await t.post(`/sandbox/api/orders/${order.data.orderId}/pay`)
    expect((await t.get('/api/app/user/getBalance', { token })).data).toMatchObject({
      balance: 50,
      freeBalance: 0,
    })
  })
})

describe('history', () => {
  it('keeps every state, brings one back, and refuses what is based on an old one', async () => {
    const before = (await readContent(deps.db, 'package', 'brl-20')).state
    await save('package', 'brl-20', { sort: 7 })
    const version = await save('package', 'brl-20', { fields: { bonus: 500 as never } })
    const stale = deps.db.tx((tx) =>
      saveContent(deps, tx, { kind: 'package', id: 'brl-20', state: before, basedOn: 1, staffId }),
    )
    await expect(stale).rejects.toMatchObject({ key: 'conflict' })
    await deps.db.tx((tx) =>
      restoreContent(deps, tx, { kind: 'package', id: 'brl-20', version: 1, basedOn: version, staffId }),
    )
    expect((await readContent(deps.db, 'package', 'brl-20')).state).toEqual(before)
    const versions = await contentVersions(deps.db, 'package', 'brl-20')
    expect(
      versions.map(({ version, madeBy, state }) => [version, madeBy, state?.sort, state?.fields.bonus]),
    ).toEqual([
      [4, staffId, before.sort, 0],
      [3, staffId, 7, 500],
      [2, staffId, 7, 0],
      [1, null, before.sort, 0],
    ])
  })

  it('of a new row goes back to nothing, which hides it', async () => {
    const fields = { place: 'footer', url: 'https://example.com/ajuda' } as const
    await save('link', 'help', { texts: { pt_BR: { label: 'Ajuda' } }, fields })
    const links = async () =>
      (await t.get<{ links: object[] }>('/api/app/main/appInfo', { lang: 'ko_KR' })).data.links
    expect(await links()).toEqual([{ label: 'Ajuda', url: fields.url }])
    await deps.db.tx((tx) =>
      restoreContent(deps, tx, { kind: 'link', id: 'help', version: 0, basedOn: 1, staffId }),
    )
    expect(await links()).toEqual([])
    await expect(save('link', 'help', { enabled: true })).resolves.toBe(3)
  })
})

describe('notices', () => {
  const seenBy = async (token?: string, lang = 'pt_BR') =>
    (
      await t.get<{ list: { id: string; text: string; leftMs: number | null }[] }>('/api/app/main/notices', {
        ...(token === undefined ? {} : { token }),
        lang,
      })
    ).data.list
  const fields = { place: 'everywhere', userId: null, seconds: 8 } as const

  it('reach everybody or one player, in their language, until their time is over', async () => {
    const [ana, bia] = [await t.createUser(), await t.createUser()]
    await save('notice', 'night', {
      endsAt: inMinutes(30),
      texts: { pt_BR: { text: 'Manutenção às 3h' }, en_US: { text: 'Maintenance at 3' } },
      fields,
    })
    await save('notice', 'ana', {
      texts: { pt_BR: { text: 'Olá, Ana' } },
      fields: { ...fields, userId: ana.uId },
    })
    const idsOf = async (token?: string) => (await seenBy(token)).map(({ id }) => id).toSorted()
    expect([await idsOf(ana.token), await idsOf(bia.token), await idsOf()]).toEqual([
      ['ana', 'night'],
      ['night'],
      ['night'],
    ])
    expect(await seenBy(bia.token, 'en_US')).toEqual([
      { id: 'night', text: 'Maintenance at 3', place: 'everywhere', seconds: 8, leftMs: 1_800_000 },
    ])
    await deps.clock.advance(1_800_000)
    expect(await idsOf(ana.token)).toEqual(['ana'])
  })

  it('are pushed when their time comes, when they change, and when they are withdrawn: once each', async () => {
    const { uId } = await t.createUser()
    const announced: string[] = []
    const stop = deps.bus.subscribe((message) => {
      if (message.type === 'broadcast' && message.name === noticesChanged)
        announced.push(...(message.payload as { ids: string[] }).ids)
    })
    const announce = async () => {
      await announceNotices(deps)
      await announceNotices(deps)
    }
    await announce()
    announced.length = 0
    const texts = { pt_BR: { text: 'Já já' }, ru_RU: { text: 'Скоро' } }
    await save('notice', 'later', { startsAt: inMinutes(5), texts, fields: { ...fields, userId: uId } })
    await announce()
    await deps.clock.advance(300_000)
    await announce()
    await expect.poll(() => announced).toEqual(['later'])
    expect(await noticeEvents(deps, ['later'])).toEqual([
      {
        userId: uId,
        event: {
          name: 'notice',
          payload: {
            id: 'later',
            text: 'Já já',
            texts: { pt_BR: 'Já já', ru_RU: 'Скоро' },
            place: 'everywhere',
            seconds: 8,
            leftMs: null,
          },
        },
      },
    ])
    await save('notice', 'later', { enabled: false })
    await announce()
    await expect.poll(() => announced).toEqual(['later', 'later'])
    expect(await noticeEvents(deps, ['later'])).toEqual([
      { userId: uId, event: { name: 'notice:end', payload: { id: 'later' } } },
    ])
    stop()
  })
})
