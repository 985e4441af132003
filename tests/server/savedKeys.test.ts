/** Several keys for withdrawals: whose they are, how many, which is used, and that none is paid to unseen. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { SAVED_KEYS_MAXIMUM } from '#contract/rules/savedKeys.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const password = 'Segura-123'

type Player = Awaited<ReturnType<TestApp['createUser']>>
interface Card {
  cardId: string
  payCardBank: string
  payCardNo: string
  name: string
  label: string
  isDefault: boolean
  pwdAsked?: true
}

const create = () => t.createUser({ balance: 5_000, kyc: 1, level: 12 })
const limits = async ({ token }: Player, app = t) =>
  (
    await app.get<{ cards?: Card[]; cardInfo: { CPF?: { payCardNo: string } } }>(
      '/api/app/order/getWithdraw',
      {
        token,
      },
    )
  ).data
const cards = async (player: Player) => (await limits(player)).cards ?? []
const card = (key: string, more: object = {}) => ({
  payCardBank: 'CPF',
  payCardNo: key,
  name: 'Ana Lima',
  pwd: password,
  ...more,
})
const save = ({ token }: Player, key: string, more: object = {}) =>
  t.post('/api/app/order/setCard', card(key, more), { token })
const withdraw = ({ token }: Player, body: object) =>
  t.post<{ orderId: string } | null>(
    '/api/app/order/withdraw',
    { whatsapp: '', amount: 100, ...body },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )
const edit = ({ token }: Player, id: string, body: object) =>
  t.post(`/api/app/order/card/${id}`, body, { token })
const remove = ({ token }: Player, id: string) => t.post(`/api/app/order/card/${id}/remove`, {}, { token })
const mails = async ({ username }: Player) =>
  (await t.get<{ subject: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)).data.filter(
    ({ subject }) => subject === 'Novo destino de retirada na sua conta',
  ).length
/** The index of the key that a withdrawal went to tells which one it was. */
const indexOf = async (id = '') => {
  const [row] = await t.deps.db.read<{ index: string; review: string | null }>(
    `select encode(key_index, 'hex') as index, review from withdrawals where id = $1`,
    [id],
  )
  return row
}

it('keeps several of one type, each with its name; the first is the default until another is chosen', async () => {
  const player = await create()
  const keys = [randomCpf(), randomCpf()] as const
  expect((await save(player, keys[0], { label: 'Conta do banco' })).http).toBe(200)
  expect((await save(player, keys[1])).http).toBe(200)
  const [first, second] = await cards(player)
  expect([first, second]).toMatchObject([
    { label: 'Conta do banco', isDefault: true, payCardNo: expect.stringContaining('***') as unknown },
    { label: '', isDefault: false },
  ])
  // The wire's own field has the last one of its type.
  expect((await limits(player)).cardInfo.CPF?.payCardNo).toBe(second?.payCardNo)
  expect((await edit(player, second?.cardId ?? '', { label: 'Outra', isDefault: true })).http).toBe(200)
  expect((await cards(player)).map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ['Outra', true],
    ['Conta do banco', false],
  ])
  // The same key with other punctuation is the same key, and keeps its name.
  const dotted = keys[0].replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  await save(player, dotted, { name: 'Ana Maria Lima' })
  expect((await cards(player)).map(({ label, name }) => [label, name])).toEqual([
    ['Outra', 'Ana Lima'],
    ['Conta do banco', 'Ana Maria Lima'],
  ])
  expect(await mails(player)).toBe(2)
})

it('a withdrawal goes to the chosen key, also where two look the same', async () => {
  const player = await create()
  const keys = [randomCpf(), randomCpf()] as const
  for (const key of keys) await save(player, key)
  await t.deps.db.write(`update payout_keys set key_masked = '***.111.222-**' where user_id = $1`, [
    player.uId,
  ])
  const typed = await Promise.all(
    keys.map(async (key) => indexOf((await withdraw(player, card(key))).data?.orderId)),
  )
  const saved = await cards(player)
  for (const [place, { cardId, payCardNo }] of saved.entries()) {
    const sent = await withdraw(player, { ...card(payCardNo), cardId })
    expect(await indexOf(sent.data?.orderId)).toEqual(typed[place])
  }
  expect((await withdraw(player, { ...card('***.999.999-**'), cardId: saved[0]?.cardId })).message).toBe(
    'Escolha para onde enviar o dinheiro.',
  )
})

it('a key is nobody else’s to use, to name or to remove', async () => {
  const [owner, other] = [await create(), await create()]
  await save(owner, randomCpf())
  const [{ cardId = '', payCardNo = '' } = {}] = await cards(owner)
  expect((await withdraw(other, { ...card(payCardNo), cardId })).http).toBe(400)
  expect((await edit(other, cardId, { isDefault: true })).http).toBe(404)
  expect((await remove(other, cardId)).http).toBe(404)
  expect((await t.post(`/api/app/order/card/${cardId}/remove`, {})).http).toBe(401)
  expect(await cards(owner)).toHaveLength(1)
})

it('has a most; a removed key makes room and is neither stored nor offered any more', async () => {
  const player = await create()
  const keys = Array.from({ length: SAVED_KEYS_MAXIMUM }, randomCpf)
  for (const key of keys) expect((await save(player, key)).http).toBe(200)
  const more = randomCpf()
  expect(await save(player, more)).toMatchObject({
    http: 400,
    message: 'Você já tem 5 chaves salvas. Remova uma para salvar outra.',
  })
  // Withdrawing to another one is possible all the same; it is not saved.
  expect((await withdraw(player, card(more))).http).toBe(200)
  const last = (await cards(player)).at(-1)
  expect(await cards(player)).toHaveLength(SAVED_KEYS_MAXIMUM)
  expect(await remove(player, last?.cardId ?? '')).toMatchObject({ http: 200, message: 'Chave removida.' })
  const left = await limits(player)
  expect(left.cards).toHaveLength(SAVED_KEYS_MAXIMUM - 1)
  expect(left.cardInfo.CPF?.payCardNo).toBe(left.cards?.[0]?.payCardNo)
  expect((await save(player, more)).http).toBe(200)
  expect((await edit(player, left.cards?.[0]?.cardId ?? '', { label: 'x'.repeat(31) })).http).toBe(400)
})

it('a key that a session alone has saved waits for the password, also when it is chosen again', async () => {
  const player = await create()
  // The login that confirmed it by itself is long ago.
  await t.deps.db.write('update sessions set password_at = null where user_id = $1', [player.uId])
  const [own, foreign] = [randomCpf(), randomCpf()]
  await save(player, own)
  await save(player, foreign, { pwd: '' })
  const [known, unknown] = await cards(player)
  expect([known?.pwdAsked, unknown?.pwdAsked]).toEqual([undefined, true])
  const to = async (chosen: Card | undefined, pwd = '') => {
    const body = { ...card(chosen?.payCardNo ?? '', { pwd }), cardId: chosen?.cardId }
    return (await indexOf((await withdraw(player, body)).data?.orderId))?.review
  }
  expect(await to(unknown)).toBe('newKey')
  expect(await to(known)).toBeNull()
  expect(await to(unknown, password)).toBeNull()
  expect(await to(unknown)).toBeNull()
})

it('with the most keys saved, the password releases a withdrawal to another one, of which the player is told once', async () => {
  const player = await create()
  for (const key of Array.from({ length: SAVED_KEYS_MAXIMUM }, randomCpf)) await save(player, key)
  await t.deps.db.write('update sessions set password_at = null where user_id = $1', [player.uId])
  const told = await mails(player)
  const [more, never] = [randomCpf(), randomCpf()]
  const waiting = [(await withdraw(player, card(more, { pwd: '' }))).data?.orderId]
  waiting.push((await withdraw(player, card(more, { pwd: '' }))).data?.orderId)
  const reviews = async () => Promise.all(waiting.map(async (id) => (await indexOf(id))?.review))
  expect(await reviews()).toEqual(['newKey', 'newKey'])
  expect(await mails(player)).toBe(told + 1)
  expect((await save(player, more, { pwd: '' })).http).toBe(400)
  expect(await reviews()).toEqual(['newKey', 'newKey'])
  expect((await save(player, more)).http).toBe(200)
  expect(await reviews()).toEqual([null, null])
  expect(await cards(player)).toHaveLength(SAVED_KEYS_MAXIMUM)
  expect(await mails(player)).toBe(told + 1)
  expect((await save(player, never)).http).toBe(400)
})

it('a destination from before is among the keys and can be edited', async () => {
  const player = await create()
  await save(player, randomCpf())
  await t.deps.db.write('delete from payout_keys where user_id = $1', [player.uId])
  const [old] = await cards(player)
  expect(old).toMatchObject({ label: '', isDefault: false })
  expect((await edit(player, old?.cardId ?? '', { label: 'Antiga', isDefault: true })).http).toBe(200)
  await save(player, randomCpf())
  expect((await cards(player)).map(({ label }) => label)).toEqual(['Antiga', ''])
})
