import { describe, expect, it } from 'vitest'
import { paymentVerdict } from '#main/security/payment.ts'

const policy = { serverOrigins: ['http://127.0.0.1:5250'], paymentOrigins: ['https://pay.example'] }

describe('paymentVerdict', () => {
  it.each(['http://127.0.0.1:5250/provider/sandbox/pay/1', 'https://pay.example/order/1'])(
    'shows %s',
    (url) => {
      expect(paymentVerdict(url, policy)).toBe('show')
    },
  )

  it('recognises the return address of our server', () => {
    expect(paymentVerdict('http://127.0.0.1:5250/paySuccess?order=1', policy)).toBe('returned')
  })

  it('does not accept the return address of another server', () => {
    expect(paymentVerdict('https://pay.example/paySuccess', policy)).toBe('show')
    expect(paymentVerdict('https://evil.com/paySuccess', policy)).toBe('refuse')
  })

  it.each([
    'https://evil.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://palpite/home',
    'about:blank',
  ])('refuses %s', (url) => {
    expect(paymentVerdict(url, policy)).toBe('refuse')
  })
})
