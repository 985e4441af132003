import { expect, it } from 'vitest'
import { queuedMails } from '#server/domain/accounts/outbox.ts'
import { softwareKey, type SoftwareKey } from './helpers/softwareKey.ts'
import { createTestApp } from './helpers/testApp.ts'

const origin = 'https://palpite.test'
const t = await createTestApp({ PUBLIC_URL: origin })
const { deps } = t

type User = Awaited<ReturnType<typeof t.createUser>>
interface Key {
  passkeyId: string
  name: string
  usedTime: string | null
}

const listOf = async ({ token }: User) => (await t.get<Key[]>('/api/app/user/passkeys', { token })).data
const optionsFor = ({ token, password }: User, pwd: string | undefined = password) =>
  t.post<object>('/api/app/user/passkeys/options', pwd === undefined ? {} : { pwd }, { token })
const add = ({ token }: User, response: object, name = 'Celular') =>
  t.post<Key[]>('/api/app/user/passkeys/add', { name, response }, { token })
const loginOptions = async () => (await t.post<object>('/api/auth/user/passkeyOptions', {})).data
const logIn = (response: object) =>
  t.post<{ access_token: string }>('/api/auth/user/passkeyLogin', { response })

async function withKey(): Promise<{ user: User; key: SoftwareKey }> {
  const user = await t.createUser()
  const key = softwareKey()
  const stored = await add(user, key.create((await optionsFor(user)).data, origin))
  expect(stored.http).toBe(200)
  return { user, key }
}

it('a player adds passkeys, logs in with one, and removes it; the owner is told by e-mail', async () => {
  const { user, key } = await withKey()
  await add(user, softwareKey().create((await optionsFor(user)).data, origin), 'Chave de segurança')
  expect((await listOf(user)).map(({ name, usedTime }) => [name, usedTime])).toEqual([
    ['Celular', null],
    ['Chave de segurança', null],
  ])
  const mails = await queuedMails(deps, user.username, 10)
  expect(mails.filter(({ subject }) => subject === 'Nova chave de acesso')).toHaveLength(2)

  const entered = await logIn(key.get(await loginOptions(), origin))
  expect(entered.http).toBe(200)
  const token = entered.data.access_token
  expect(
    (await t.get<{ userInfo: { uId: string } }>('/api/app/user/userInfo', { token })).data.userInfo.uId,
  ).toBe(user.uId)
  const [used] = await listOf(user)
  expect(used?.usedTime).toMatch(/^\d{4}-/)

  const removed = await t.post<Key[]>(
    '/api/app/user/passkeys/remove',
    { passkeyId: used?.passkeyId },
    { token },
  )
  expect(removed.data.map(({ name }) => name)).toEqual(['Chave de segurança'])
  const told = await queuedMails(deps, user.username, 10)
  expect(told.filter(({ subject }) => subject === 'Chave de acesso removida')).toHaveLength(1)
  const after = await logIn(key.get(await loginOptions(), origin))
  expect([after.http, after.message]).toEqual([
    400,
    'Esta chave de acesso não foi aceita. Tente de novo ou entre com a senha.',
  ])
})

it('a login is refused for a replay, another origin, without a PIN, another key and an old challenge, always in the same way', async () => {
  const { key } = await withKey()
  const [stranger, other] = [await withKey(), softwareKey()]
  const answer = key.get(await loginOptions(), origin)
  expect((await logIn(answer)).http).toBe(200)
  const late = await loginOptions()
  const refusals: [string, object][] = [
    ['the same answer again', answer],
    ['a page of another origin', key.get(await loginOptions(), 'https://palpite.example')],
    ['a subdomain', key.get(await loginOptions(), 'https://x.palpite.test')],
    ['without a PIN or finger', key.get(await loginOptions(), origin, false)],
    ['a challenge that we did not give', key.get({ challenge: 'AAAA' }, origin)],
    ['a challenge for a new passkey', key.get((await optionsFor(stranger.user)).data, origin)],
    ['a key that nobody has', other.get(await loginOptions(), origin)],
    [
      "another player's handle",
      withHandle(key.get(await loginOptions(), origin), Buffer.from(stranger.user.uId).toString('base64url')),
    ],
    ['no handle', withHandle(key.get(await loginOptions(), origin), undefined)],
  ]
  const seen: string[] = []
  for (const [what, response] of refusals) {
    const { http, message } = await logIn(response)
    expect(http, what).toBe(400)
    seen.push(message)
  }
  await deps.clock.advance(6 * 60_000)
  seen.push((await logIn(key.get(late, origin))).message)
  expect(new Set(seen).size).toBe(1)
  // Nothing above has hurt the key.
  expect((await logIn(key.get(await loginOptions(), origin))).http).toBe(200)
})

it('the options of a login are the same for everybody, with a challenge of their own', async () => {
  await withKey()
  const [one, two] = [await loginOptions(), await loginOptions()]
  expect(one).toMatchObject({ rpId: 'palpite.test', userVerification: 'required' })
  expect(one).not.toHaveProperty('allowCredentials.0')
  expect({ ...one, challenge: '' }).toEqual({ ...two, challenge: '' })
  expect(one).not.toEqual(two)
})

it('a new passkey needs the password and a challenge of the same player, and there are at most ten', async () => {
  const [user, other] = [await t.createUser(), await t.createUser()]
  expect((await optionsFor(user, 'Errada-123')).http).toBe(403)
  // A password that was typed long ago does not speak for the session.
  await deps.db.write('update sessions set password_at = null where user_id = $1', [user.uId])
  const { http } = await t.post('/api/app/user/passkeys/options', {}, { token: user.token })
  expect(http).toBe(403)
  const theirs = softwareKey().create((await optionsFor(other)).data, origin)
  expect((await add(user, theirs)).http).toBe(400)
  const mine = softwareKey().create((await optionsFor(user)).data, origin)
  expect((await add(user, mine)).http).toBe(200)
  expect((await add(user, mine)).http).toBe(400)
  const elsewhere = softwareKey().create((await optionsFor(user)).data, 'https://palpite.example')
  expect((await add(user, elsewhere)).http).toBe(400)
  expect(await listOf(user)).toHaveLength(1)
  expect(await listOf(other)).toHaveLength(0)
  const [key] = await listOf(user)
  const foreign = { passkeyId: key?.passkeyId }
  expect((await t.post('/api/app/user/passkeys/remove', foreign, { token: other.token })).http).toBe(404)
  // There was still room when these were asked for.
  const early = softwareKey().create((await optionsFor(user)).data, origin)
  for (let count = 1; count < 10; count++)
    await deps.db.write(
      `insert into player_passkeys select user_id, id || $2::text, public_key, counter, transports, name, created_at
         from player_passkeys where user_id = $1 and id = $3`,
      [user.uId, String(count), key?.passkeyId ?? ''],
    )
  for (const { http, message } of [await optionsFor(user), await add(user, early)])
    expect([http, message]).toEqual([400, 'Você já tem dez chaves de acesso. Remova uma antes.'])
  expect(await listOf(user)).toHaveLength(10)
})

it('a password reset removes the passkeys, and the challenges that were given for one', async () => {
  const { user, key } = await withKey()
  const early = softwareKey().create((await optionsFor(user)).data, origin)
  const form = { form: true }
  await t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email: user.username }, ...form })
  const [{ code } = {}] = (
    await t.get<{ code: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(user.username)}`)
  ).data
  const { data: chkId } = await t.call<string>('POST', '/api/app/main/RESETPWD/checkEmail', {
    body: { email: user.username, code },
    ...form,
  })
  expect((await t.post('/api/app/main/setPwd', { chkId, nPwd: 'Nova-4567' })).http).toBe(200)
  expect((await logIn(key.get(await loginOptions(), origin))).http).toBe(400)
  const { data } = await t.post<{ access_token: string }>('/api/auth/user/restLogin', {
    ...(await t.captcha()),
    username: user.username,
    pwd: 'Nova-4567',
  })
  const owner = { ...user, token: data.access_token }
  expect((await add(owner, early)).http).toBe(400)
  expect(await listOf(owner)).toEqual([])
  const [mail] = await queuedMails(deps, user.username, 10).then((all) =>
    all.filter(({ subject }) => subject === 'Sua senha foi alterada'),
  )
  expect(mail?.text).toContain('todas as chaves de acesso foram removidas')
})

it('a closed or erased account has none', async () => {
  const { user, key } = await withKey()
  await t.post('/api/app/user/personalData/erase', { pwd: user.password }, { token: user.token })
  expect((await logIn(key.get(await loginOptions(), origin))).http).toBe(400)
  const rows = await deps.db.read('select from player_passkeys where user_id = $1', [user.uId])
  expect(rows).toHaveLength(0)
})

function withHandle(proof: object, userHandle: string | undefined): object {
  const { response } = proof as { response: object }
  return { ...proof, response: { ...response, userHandle } }
}
