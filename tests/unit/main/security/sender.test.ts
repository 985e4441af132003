import { expect, it } from 'vitest'
import { isTrustedSender } from '#main/security/sender.ts'
import { appOrigin } from '#main/security/urls.ts'

it('trusts the top frame of our page', () => {
  expect(isTrustedSender({ url: 'app://palpite/home', parent: null }, appOrigin)).toBe(true)
})

it('refuses a frame inside our page, even of our origin', () => {
  expect(isTrustedSender({ url: 'app://palpite/home', parent: {} }, appOrigin)).toBe(false)
})

it.each(['https://evil.com/', 'app://evil/', 'data:text/html,x', 'about:blank', 'file:///x.html'])(
  'refuses the page %s',
  (url) => {
    expect(isTrustedSender({ url, parent: null }, appOrigin)).toBe(false)
  },
)

it('refuses a frame that is gone', () => {
  expect(isTrustedSender(null, appOrigin)).toBe(false)
})
