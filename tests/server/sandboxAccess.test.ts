import { describe, expect, it } from 'vitest'
import { createTestApp } from './helpers/testApp.ts'

const token = 'a-token-of-QA-1234'
const open = await createTestApp()
const guarded = await createTestApp({ SANDBOX_TOKEN: token }, { beside: open })
const url = '/sandbox/api/clock'

describe("QA's controls", () => {
  it('answer this machine alone, and say why, where the server has no token', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await open.app.inject({ url, remoteAddress })).statusCode).toBe(200)
    const refused = await open.app.inject({ url, remoteAddress: '192.0.2.7' })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ data: { field: 'Sandbox-Token' } })
  })

  it('answer whoever knows the token, and nobody else, wherever they are', async () => {
    for (const remoteAddress of ['127.0.0.1', '192.0.2.7']) {
      const statusOf = async (headers: Record<string, string>) =>
        (await guarded.app.inject({ url, remoteAddress, headers })).statusCode
      expect(await statusOf({})).toBe(403)
      expect(await statusOf({ 'sandbox-token': `${token}x` })).toBe(403)
      expect(await statusOf({ 'sandbox-token': token })).toBe(200)
    }
  })

  it('are as closed to an address that is written in another way', async () => {
    for (const written of [
      '/sandbox/api/clock/',
      '/%73andbox/api/clock',
      '/sandbox/%61pi/clock',
      '/s%61ndbox/%61p%69/clock?x=1',
    ]) {
      const refused = await open.app.inject({ url: written, remoteAddress: '192.0.2.7' })
      expect([written, refused.statusCode]).toEqual([written, 403])
      expect(refused.headers['cache-control']).toBe('no-store')
      // It is the same call.
      expect((await open.app.inject({ url: written, remoteAddress: '127.0.0.1' })).statusCode).toBe(200)
    }
    for (const written of ['/sandbox%2fapi/clock', '//sandbox/api/clock', '/sandbox//api/clock'])
      expect([
        written,
        (await open.app.inject({ url: written, remoteAddress: '127.0.0.1' })).statusCode,
      ]).toEqual([written, 404])
  })

  it('are called by the page that was opened with the token', async () => {
    const cookieOf = async (given: string) =>
      (await guarded.app.inject({ url: `/sandbox?token=${given}` })).headers['set-cookie']
    expect(await cookieOf('something-else-123')).toBeUndefined()
    const cookie = String(await cookieOf(token))
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await guarded.app.inject({ url, headers })).statusCode).toBe(200)
  })

  it('cannot have a token that is easily guessed', async () => {
    await expect(createTestApp({ SANDBOX_TOKEN: 'short' })).rejects.toThrow(
      'SANDBOX_TOKEN must be at least 16',
    )
  })
})
