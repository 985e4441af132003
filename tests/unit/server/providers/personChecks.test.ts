import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
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
