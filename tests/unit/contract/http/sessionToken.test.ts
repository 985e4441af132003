import { describe, expect, it } from 'vitest'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'

const login = '/api/auth/user/restLogin'

describe('extractAccessToken', () => {
  it('extracts the token from the response', () => {
    expect(
      extractAccessToken(login, { status: 0, message: 'ok', data: { access_token: 't', a: 1 } }),
    ).toEqual({
      token: 't',
      body: { status: 0, message: 'ok', data: { a: 1 } },
    })
  })

  it('extracts no token from other calls, and passes none on', () => {
    expect(
      extractAccessToken('/api/app/user/userInfo', { data: { access_token: 't' }, access_token: 'u' }),
    ).toEqual({
      token: null,
      body: { data: {} },
    })
  })

  it.each([null, 'text', 7, [1], { status: 1403, message: 'closed' }, { data: null }, { data: [1] }])(
    'leaves %o as it is',
    (body) => {
      expect(extractAccessToken(login, body)).toEqual({ token: null, body })
    },
  )

  it.each(['', 5, null])('the token %o is no session', (access_token) => {
    expect(extractAccessToken(login, { data: { access_token } }).token).toBeNull()
  })
})

describe('endsSession', () => {
  it.each([
    [401, null, true],
    [200, { status: 40101 }, true],
    [500, { status: 40101 }, true],
    [200, { status: 0 }, false],
    [500, { status: 9999 }, false],
    [502, null, false],
    [200, 'text', false],
  ])('HTTP %i with %o: %o', (httpStatus, body, expected) => {
    expect(endsSession(httpStatus, body)).toBe(expected)
  })
})
