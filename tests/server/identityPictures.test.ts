/** The pictures of the identity check: what players send, what staff see, and when they are gone. */
import { afterEach, describe, expect, it } from 'vitest'
import type { IdentityCheckWire } from '#contract/http/identityCheck.ts'
import type { IdentityCheckView, IdentityPictureView } from '#contract/office/players.ts'
import { largestPicture, pictureKinds, type PictureKind } from '#contract/rules/identityPictures.ts'
import { deleteIdentityPictures } from '#server/domain/accounts/identityPictures.ts'
import { askAboutIdentities } from '#server/domain/accounts/identityChecks.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import {
  manualIdentity,
  sandboxIdentity,
  type IdentityAnswer,
  type IdentityPicture,
} from '#server/providers/identity/IdentityProvider.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestOffice } from './helpers/testOffice.ts'
import { testJpeg } from './helpers/testJpeg.ts'

const { product: t, as } = await createTestOffice({ JURISDICTION: 'br', IDENTITY_PROVIDER: 'manual' })
const { deps } = t
let compliance = await as('compliance')
const support = await as('support')
const reason = 'as the document says'
const dayMs = 86_400_000

afterEach(() => Object.assign(deps, { identity: manualIdentity }))

type Player = Awaited<ReturnType<typeof t.createUser>>

const form = (cpf = randomCpf(), name = 'Rita Lima') => ({ name, cardNo: cpf, birthDate: '1990-12-31' })
const apply = (player: Player, body = form()) =>
  t.post('/api/app/user/updateKyc', body, { token: player.token, lang: 'en_US' })
const stateOf = async ({ token }: Player) =>
  (await t.get<IdentityCheckWire>('/api/app/user/identityCheck', { token })).data
const add = (player: Player, kind: string, image: Buffer | string = testJpeg()) =>
  t.post<IdentityCheckWire>(
    '/api/app/user/identityCheck/picture',
    { kind, image: typeof image === 'string' ? image : image.toString('base64') },
    { token: player.token, lang: 'en_US' },
  )
const send = (player: Player) =>
  t.post<IdentityCheckWire>('/api/app/user/identityCheck/send', {}, { token: player.token })
const addAll = async (player: Player) => {
  for (const kind of pictureKinds) expect((await add(player, kind)).http).toBe(200)
}
const waiting = async () =>
  (await compliance.get<{ checks: IdentityCheckView[] }>('/api/identities')).data.checks
const checkOf = async (player: Player) => {
  const found = (await waiting()).find(({ playerId }) => playerId === player.uId)
  if (!found) throw new Error('the check does not wait')
  return found
}
const decide = (
  { id, playerId }: IdentityCheckView,
  decision: { result: 'confirmed' | 'refused'; refusal?: string },
) => compliance.post(`/api/identities/${id}/decide`, { playerId, reason, ...decision })
const picturesAt = (id: string, playerId: string) => `/api/identities/${id}/pictures?playerId=${playerId}`
const auditOf = async (playerId: string, action: string) =>
  deps.db.read(`select 1 from office.staff_audit where subject_id = $1 and action = $2`, [playerId, action])
const stored = async ({ uId }: Player) =>
  deps.db.read<{ kind: PictureKind; image: Buffer }>('select * from identity_pictures where user_id = $1', [
    uId,
  ])
const deposit = async (player: Player) =>
  (
    await t.post(
      '/api/app/order/prePay/none',
      { pkgId: 'none', gift: 0 },
      { token: player.token, lang: 'en_US' },
    )
  ).message

/** A player whose pictures are being looked at. */
async function sent(): Promise<Player> {
  const player = await t.createUser()
  await apply(player)
  await addAll(player)
  expect((await send(player)).data.state).toBe('waiting')
  return player
}

describe('a player', () => {
  it('goes from the form over the pictures to the result, and deposits only then', async () => {
    const player = await t.createUser()
    expect(await stateOf(player)).toEqual({
      state: 'none',
      refusal: null,
      asksPictures: true,
      pictures: [],
    })
    const refusedDeposit = await deposit(player)
    expect(await apply(player)).toMatchObject({
      http: 409,
      message: 'The photos of your ID and your face are still missing.',
    })
    expect(await stateOf(player)).toMatchObject({ state: 'pictures', pictures: [] })
    expect((await add(player, 'selfie')).data).toMatchObject({ state: 'pictures', pictures: ['selfie'] })
    expect((await send(player)).http).toBe(409)
    // Nobody is asked to look at half a check.
    expect((await waiting()).map(({ playerId }) => playerId)).not.toContain(player.uId)
    await addAll(player)
    expect((await send(player)).data).toMatchObject({ state: 'waiting', pictures: [] })
    expect(await deposit(player)).toBe(refusedDeposit)
    expect((await decide(await checkOf(player), { result: 'confirmed' })).status).toBe(200)
    expect(await stateOf(player)).toMatchObject({ state: 'confirmed', refusal: null })
    expect(await deposit(player)).not.toBe(refusedDeposit)
  })

  it('uses up no check of the address any more when the pictures are sent', async () => {
    const counted = async () =>
      (await deps.db.read(`select 1 from attempts where key like 'identity:address:%'`)).length
    const player = await t.createUser()
    const before = await counted()
    await apply(player)
    await addAll(player)
    expect(await counted()).toBe(before + 1)
    await send(player)
    expect(await counted()).toBe(before)
  })

  it('is told in user info which of the two comes next', async () => {
    const player = await t.createUser()
    const protection = async () =>
      (
        await t.get<{ protection: Record<string, unknown> }>('/api/app/user/userInfo', {
          token: player.token,
        })
      ).data.protection
    await apply(player)
    expect(await protection()).toMatchObject({ kycPictures: 1 })
    expect(await protection()).not.toHaveProperty('kycReview')
    await addAll(player)
    await send(player)
    expect(await protection()).toMatchObject({ kycReview: 1 })
    expect(await protection()).not.toHaveProperty('kycPictures')
  })

  it('who is refused reads why, and sends other pictures', async () => {
    const player = await t.createUser()
    const person = form()
    await apply(player, person)
    await addAll(player)
    await send(player)
    const first = await checkOf(player)
    expect((await decide(first, { result: 'refused', refusal: 'unreadable' })).status).toBe(200)
    expect(await stateOf(player)).toMatchObject({ state: 'refused', refusal: 'unreadable', pictures: [] })
    expect((await add(player, 'front')).http).toBe(409)
    await apply(player, person)
    expect(await stateOf(player)).toMatchObject({ state: 'pictures', refusal: null, pictures: [] })
    await addAll(player)
    await send(player)
    const second = await checkOf(player)
    expect(second.id).not.toBe(first.id)
    await decide(second, { result: 'confirmed' })
    expect(await stateOf(player)).toMatchObject({ state: 'confirmed' })
  })

  it('corrects the form without taking the pictures again, but not while somebody looks at them', async () => {
    const player = await t.createUser()
    await apply(player)
    await add(player, 'front')
    const right = form(randomCpf(), 'Rita Lima Souza')
    await apply(player, right)
    expect(await stateOf(player)).toMatchObject({ state: 'pictures', pictures: ['front'] })
    await addAll(player)
    await send(player)
    expect(await apply(player)).toMatchObject({
      http: 409,
      message: expect.stringContaining('checking') as string,
    })
    expect(await checkOf(player)).toMatchObject({ name: 'Rita Lima Souza', cpf: right.cardNo })
    // Sent again, or replaced after it was sent.
    expect((await send(player)).http).toBe(409)
    expect((await add(player, 'front')).http).toBe(409)
    expect(await stateOf(player)).toMatchObject({ state: 'waiting' })
  })

  it('who registers with name and CPF is asked for the pictures too', async () => {
    const cpf = randomCpf()
    const registered = await t.post<{ access_token: string }>('/api/auth/user/restRegister', {
      ...(await t.captcha()),
      ...form(cpf),
      username: `${cpf}@example.com`,
      country: '55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
    })
    expect(registered.http).toBe(200)
    const token = registered.data.access_token
    expect((await t.get<IdentityCheckWire>('/api/app/user/identityCheck', { token })).data.state).toBe(
      'pictures',
    )
  })
})

describe('a picture', () => {
  it('is refused without a check, and after the form of another player', async () => {
    const [player, other] = [await t.createUser(), await t.createUser()]
    await apply(other)
    expect((await add(player, 'front')).http).toBe(409)
    expect((await t.post('/api/app/user/identityCheck/picture', { kind: 'front', image: '' })).http).toBe(401)
    expect(await stored(other)).toEqual([])
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a page that begins as a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')])],
    ['one that is too small', testJpeg({ width: 319 })],
    ['one with too many pixels', testJpeg({ height: 2_049 })],
    ['one that is larger than it may be', testJpeg({ bytes: largestPicture })],
  ])('is refused when it is %s', async (_name, image) => {
    const player = await t.createUser()
    await apply(player)
    const { http, message } = await add(player, 'front', image)
    expect([422, 413]).toContain(http)
    if (http === 422)
      expect(message).toBe("This photo can't be used. Take another one, sharp and in good light.")
    expect(await stored(player)).toEqual([])
  })

  it('has a bounded body, a kind that is known, and is base64', async () => {
    const player = await t.createUser()
    await apply(player)
    expect((await add(player, 'front', 'A'.repeat(1_200_000))).http).toBe(413)
    expect((await add(player, 'passport')).http).toBe(400)
    expect((await add(player, 'front', '<html>')).http).toBe(400)
    // Other calls keep their small bodies.
    const large = { name: 'A'.repeat(100_000), cardNo: '1' }
    expect((await t.post('/api/app/user/updateKyc', large, { token: player.token })).http).toBe(413)
  })

  it('is stored sealed for its player and its kind, without where it was taken', async () => {
    const player = await t.createUser()
    await apply(player)
    await add(player, 'front', testJpeg({ metadata: 'GPS -22.9068' }))
    const [row] = await stored(player)
    if (!row) throw new Error('not stored')
    expect(row.image.includes(Buffer.from('GPS'))).toBe(false)
    expect(row.image.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const { vault } = deps.config.secrets
    const opened = vault.openBytes(row.image, `identity_pictures.image ${player.uId} front`)
    expect(opened).toEqual(testJpeg())
    // Moved to another player's row, it cannot be opened.
    const other = await t.createUser()
    await apply(other)
    await addAll(other)
    await send(other)
    await deps.db.write(`update identity_pictures set image = $2 where user_id = $1 and kind = 'front'`, [
      other.uId,
      row.image,
    ])
    const check = await checkOf(other)
    expect((await compliance.get(picturesAt(check.id, other.uId))).status).toBe(500)
  })
})

describe('staff', () => {
  it('see the pictures with the permission only, and each view stands in the audit', async () => {
    const player = await sent()
    const check = await checkOf(player)
    expect(check).toMatchObject({ birthDate: '1990-12-31', picturesAt: expect.any(String) as string })
    const url = picturesAt(check.id, player.uId)
    expect((await support.get(url)).status).toBe(403)
    expect(await auditOf(player.uId, 'identities.pictures')).toHaveLength(0)
    const seen = await compliance.get<{ pictures: IdentityPictureView[] }>(url)
    expect(seen.raw.headers['content-type']).toContain('application/json')
    expect(seen.raw.headers['x-content-type-options']).toBe('nosniff')
    expect(seen.data.pictures.map(({ kind }) => kind)).toEqual([...pictureKinds])
    expect(Buffer.from(seen.data.pictures[0]?.image ?? '', 'base64')).toEqual(testJpeg())
    expect(await auditOf(player.uId, 'identities.pictures')).toHaveLength(1)
    await compliance.get(url)
    expect(await auditOf(player.uId, 'identities.pictures')).toHaveLength(2)
  })

  it('do not see one player’s pictures as another’s', async () => {
    const [one, other] = [await sent(), await sent()]
    const check = await checkOf(one)
    expect((await compliance.get(picturesAt(check.id, other.uId))).status).toBe(404)
    expect(await auditOf(other.uId, 'identities.pictures')).toHaveLength(0)
  })

  it('decide only what is complete, and once', async () => {
    const player = await t.createUser()
    await apply(player)
    const [open] = await deps.db.read<{ id: string }>('select id from identity_checks where user_id = $1', [
      player.uId,
    ])
    const url = `/api/identities/${open?.id}/decide`
    const body = { playerId: player.uId, result: 'confirmed', reason }
    expect((await compliance.post(url, body)).status).toBe(409)
    await addAll(player)
    await send(player)
    expect((await support.post(url, body)).status).toBe(403)
    expect((await compliance.post(url, { ...body, refusal: 'ugly' })).status).toBe(422)
    expect((await compliance.post(url, body)).status).toBe(200)
    expect((await compliance.post(url, { ...body, result: 'refused' })).status).toBe(409)
  })

  it('who confirm somebody with much money need a second person', async () => {
    const player = await t.createUser({ balance: 900_000 })
    await apply(player)
    await addAll(player)
    await send(player)
    const answer = await decide(await checkOf(player), { result: 'confirmed' })
    expect(answer.status).toBe(202)
    expect(await stateOf(player)).toMatchObject({ state: 'waiting' })
  })
})

describe('pictures are deleted', () => {
  const left = async (player: Player, days: number) => {
    await t.deps.clock.advance(days * dayMs)
    await deleteIdentityPictures(deps)
    return (await stored(player)).length
  }

  it('after the period of the decision, which differs', async () => {
    const [confirmed, refused, open] = [await sent(), await sent(), await sent()]
    await decide(await checkOf(confirmed), { result: 'confirmed' })
    await decide(await checkOf(refused), { result: 'refused', refusal: 'face' })
    expect(await left(refused, 29)).toBe(3)
    expect(await left(refused, 2)).toBe(0)
    expect(await left(confirmed, 58)).toBe(3)
    expect(await left(confirmed, 2)).toBe(0)
    // Somebody still has to look at these.
    expect(await left(open, 400)).toBe(3)
    const [row] = await deps.db.read<{ state: string }>(
      'select state from identity_checks where user_id = $1',
      [refused.uId],
    )
    expect(row?.state).toBe('refused')
  })

  it('when they were never sent, after a week', async () => {
    const player = await t.createUser()
    await apply(player)
    await add(player, 'front')
    expect(await left(player, 6)).toBe(1)
    expect(await left(player, 2)).toBe(0)
  })

  it('once they are decided, where nobody asks for pictures any more', async () => {
    compliance = await as('compliance')
    const [decided, open] = [await sent(), await sent()]
    await decide(await checkOf(decided), { result: 'confirmed' })
    const { jurisdiction } = deps.config
    Object.assign(deps.config, { jurisdiction: 'spec' })
    try {
      expect(await left(decided, 0)).toBe(0)
      expect(await left(open, 0)).toBe(3)
    } finally {
      Object.assign(deps.config, { jurisdiction })
    }
  })

  it('with the check that nobody needs any more, because the refused one was confirmed after all', async () => {
    compliance = await as('compliance')
    const player = await sent()
    const first = await checkOf(player)
    await decide(first, { result: 'refused', refusal: 'face' })
    await apply(player)
    await addAll(player)
    await send(player)
    expect(await stored(player)).toHaveLength(6)
    expect((await decide(first, { result: 'confirmed' })).status).toBe(200)
    expect(await stored(player)).toMatchObject(pictureKinds.map(() => ({ check_id: first.id })))
    expect((await waiting()).map(({ playerId }) => playerId)).not.toContain(player.uId)
  })

  it('with the account, at once', async () => {
    const player = await sent()
    await deps.db.tx((tx) => eraseAccount(deps, tx, player.uId, player.username))
    expect(await stored(player)).toEqual([])
  })
})

describe('a provider', () => {
  /** Takes pictures and answers so. */
  function answerWith(answer: () => IdentityAnswer) {
    const told: { id: string; pictures: readonly IdentityPicture[] }[] = []
    const asked: string[] = []
    deps.identity = {
      name: 'test',
      canBeAsked: true,
      check: async (id) => {
        asked.push(id)
        return answer()
      },
      addPictures: async (id, pictures) => {
        told.push({ id, pictures })
      },
    }
    return { told, asked }
  }

  it('of the sandbox confirms as soon as the pictures are there, and not before', async () => {
    deps.identity = sandboxIdentity
    const player = await t.createUser()
    expect((await apply(player)).http).toBe(409)
    await askAboutIdentities(deps)
    expect(await stateOf(player)).toMatchObject({ state: 'pictures' })
    await addAll(player)
    expect((await send(player)).data.state).toBe('confirmed')
  })

  it('gets the pictures once, then the question until it answers', async () => {
    let answer: IdentityAnswer = 'pending'
    const { told, asked } = answerWith(() => answer)
    const player = await sent()
    expect(told).toHaveLength(1)
    expect(told[0]?.pictures.map(({ kind }) => kind)).toEqual([...pictureKinds])
    expect(told[0]?.pictures[0]?.image).toEqual(testJpeg())
    answer = { refused: 'document' }
    await deps.db.write(`update identity_checks set next_ask_at = now() where user_id = $1`, [player.uId])
    await askAboutIdentities(deps)
    expect(told).toHaveLength(1)
    expect(new Set(asked)).toEqual(new Set([told[0]?.id]))
    expect(await stateOf(player)).toMatchObject({ state: 'refused', refusal: 'document' })
  })

  it('that is down when they are sent is asked again later', async () => {
    let isDown = true
    answerWith(() => {
      if (isDown) throw new Error('down')
      return 'confirmed'
    })
    const player = await sent()
    isDown = false
    await deps.db.write(`update identity_checks set next_ask_at = now() where user_id = $1`, [player.uId])
    await askAboutIdentities(deps)
    expect(await stateOf(player)).toMatchObject({ state: 'confirmed' })
  })

  it('that answers after a person has refused changes nothing', async () => {
    compliance = await as('compliance')
    answerWith(() => 'pending')
    const player = await sent()
    const check = await checkOf(player)
    deps.identity = {
      ...deps.identity,
      check: async () => {
        await decide(check, { result: 'refused', refusal: 'face' })
        return 'confirmed'
      },
    }
    await deps.db.write(`update identity_checks set next_ask_at = now() where user_id = $1`, [player.uId])
    await askAboutIdentities(deps)
    expect(await stateOf(player)).toMatchObject({ state: 'refused', refusal: 'face' })
  })

  it('is not asked about new pictures of a player whom a person has refused: a person looks at them', async () => {
    compliance = await as('compliance')
    let answer: IdentityAnswer = 'pending'
    const { told, asked } = answerWith(() => answer)
    const player = await sent()
    const before = [told.length, asked.length]
    await decide(await checkOf(player), { result: 'refused', refusal: 'face' })
    answer = 'confirmed'
    expect((await apply(player)).http).toBe(409)
    await addAll(player)
    expect((await send(player)).data.state).toBe('waiting')
    await deps.db.write(`update identity_checks set next_ask_at = now() where user_id = $1`, [player.uId])
    await askAboutIdentities(deps)
    expect([told.length, asked.length]).toEqual(before)
    await decide(await checkOf(player), { result: 'confirmed' })
    expect(await stateOf(player)).toMatchObject({ state: 'confirmed' })
  })

  it('cannot confirm two accounts of one person', async () => {
    answerWith(() => 'confirmed')
    const [one, other] = [await t.createUser(), await t.createUser()]
    const person = form()
    for (const player of [one, other]) {
      await apply(player, person)
      await addAll(player)
      await send(player)
    }
    expect(await stateOf(one)).toMatchObject({ state: 'confirmed' })
    expect(await stateOf(other)).toMatchObject({ state: 'refused', refusal: 'other' })
  })
})

it('a jurisdiction that asks for no pictures takes none', async () => {
  const { product } = await createTestOffice()
  const player = await product.createUser()
  const state = await product.get<IdentityCheckWire>('/api/app/user/identityCheck', { token: player.token })
  expect(state.data).toMatchObject({ state: 'none', asksPictures: false })
  const picture = { kind: 'front', image: testJpeg().toString('base64') }
  const added = await product.post('/api/app/user/identityCheck/picture', picture, { token: player.token })
  expect(added.http).toBe(409)
})
