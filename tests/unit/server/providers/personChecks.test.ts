import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readRegisterSettings, SigapRegister } from '#server/providers/blockedPersons/SigapRegister.ts'
import { AnswerUnknownError } from '#server/providers/errors.ts'
import { HttpIdentity, readIdentitySettings } from '#server/providers/identity/HttpIdentity.ts'

interface Call {
  method: string
  url: string
  authorization: string
  body: string
}

/** A service on this machine, and what it answers next. */
const calls: Call[] = []
let answer: (call: Call) => { status?: number; body: string } | 'silence' = () => ({ body: '' })
const peer = createServer(async (request, response) => {
  const call = {
    method: request.method ?? '',
    url: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    body: await bodyOf(request),
  }
  calls.push(call)
  const given = answer(call)
  if (given === 'silence') response.destroy()
  else response.writeHead(given.status ?? 200).end(given.body)
})
await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
afterAll(() => peer.close())
beforeEach(() => void (calls.length = 0))

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) })

describe('the identity service', () => {
  const identity = new HttpIdentity({ url: `${url}/v1/`, token: 'secret' })
  const ana = { name: 'Ana Maria Souza', cpf: '52998224725' }

  it('is asked with our id, name, CPF and token', async () => {
    answer = () => json({ result: 'confirmed', score: 0.98 })
    expect(await identity.check('a'.repeat(64), ana)).toBe('confirmed')
    expect(calls).toEqual([
      {
        method: 'PUT',
        url: `/v1/checks/${'a'.repeat(64)}`,
        authorization: 'Bearer secret',
        body: JSON.stringify(ana),
      },
    ])
    answer = () => json({ result: 'refused' })
    expect(await identity.check('a', ana)).toBe('refused')
  })

  it.each([
    ['another status', json({ result: 'confirmed' }, 500)],
    ['a word that it may not use', json({ result: 'yes' })],
    ['no JSON', { body: '<html>' }],
    ['too much', { body: `"${'x'.repeat(100_000)}"` }],
    ['a redirection', { status: 302, body: '' }],
    ['a cut connection', 'silence' as const],
  ])('has given no result with %s', async (_, given) => {
    answer = () => given
    await expect(identity.check('a', ana)).rejects.toThrow(AnswerUnknownError)
    await expect(identity.check('a', ana)).rejects.not.toThrow(ana.cpf)
  })

  it('needs address and token', () => {
    expect(() => readIdentitySettings({ url: undefined, token: 'x' })).toThrow(
      'IDENTITY_PROVIDER http needs IDENTITY_URL',
    )
  })
})

describe('the register of blocked persons', () => {
  const settings = { url: `${url}/impedidos?cpf={cpf}`, tokenUrl: `${url}/token`, clientId: 'id' }
  const newRegister = () =>
    new SigapRegister(readRegisterSettings({ ...settings, clientSecret: 's3cret', token: undefined }))
  const token = json({ access_token: 't1', expires_in: 3600 })

  it.each([
    ['Impedido – Programa Social', true],
    ['Impedido - Autoexclusão Centralizada', true],
    ['IMPEDIDO_PROGRAMA_SOCIAL', true],
    ['Não Impedido', false],
    ['NAO_IMPEDIDO', false],
    ['PERMITIDO', false],
  ])('answers %s, in whatever field', async (text, blocked) => {
    answer = (call) => (call.url === '/token' ? token : json({ data: { resultado: text, at: '2026' } }))
    expect(await newRegister().isBlocked('52998224725')).toBe(blocked)
    answer = (call) => (call.url === '/token' ? token : { body: text })
    expect(await newRegister().isBlocked('52998224725')).toBe(blocked)
  })

  it('is asked by CPF with a token, which is kept, and renewed when it is refused', async () => {
    let given = 0
    answer = ({ url: asked, authorization }) => {
      if (asked === '/token') return json({ access_token: `t${(given += 1)}`, expires_in: 3600 })
      return authorization === 'Bearer t1' && given > 0 && calls.length > 3
        ? json({}, 401)
        : json({ status: 'Não Impedido' })
    }
    const register = newRegister()
    await register.isBlocked('52998224725')
    await register.isBlocked('52998224725')
    await register.isBlocked('52998224725')
    expect(calls.map(({ url: asked }) => asked)).toEqual([
      '/token',
      '/impedidos?cpf=52998224725',
      '/impedidos?cpf=52998224725',
      '/impedidos?cpf=52998224725',
      '/token',
      '/impedidos?cpf=52998224725',
    ])
    expect(calls[0]).toMatchObject({
      authorization: `Basic ${Buffer.from('id:s3cret').toString('base64')}`,
      body: 'grant_type=client_credentials',
    })
    expect(calls.at(-1)?.authorization).toBe('Bearer t2')
  })

  it.each([
    ['says nothing of the person', json({ cpf: '52998224725' })],
    ['says both', json(['Impedido', 'Não Impedido'])],
    ['fails', json({ status: 'Não Impedido' }, 503)],
    ['is silent', 'silence' as const],
  ])('has not answered when it %s', async (_, given) => {
    answer = (call) => (call.url === '/token' ? token : given)
    await expect(newRegister().isBlocked('52998224725')).rejects.toThrow(AnswerUnknownError)
  })

  it('has not answered without a token', async () => {
    answer = () => json({ error: 'invalid_client' }, 401)
    await expect(newRegister().isBlocked('52998224725')).rejects.toThrow(AnswerUnknownError)
  })

  it('needs an address and credentials', () => {
    const none = {
      url: undefined,
      token: undefined,
      tokenUrl: undefined,
      clientId: undefined,
      clientSecret: undefined,
    }
    expect(() => readRegisterSettings(none)).toThrow('or SIGAP_TOKEN')
    expect(readRegisterSettings({ ...none, url: 'https://r.example/{cpf}', token: 'x' }).credentials).toEqual(
      {
        token: 'x',
      },
    )
  })
})
