import { beforeEach, describe, expect, it, vi } from 'vitest'
import { voucherCalls } from '#contract/http/vouchers.ts'
import type { PrintOutcome } from '#contract/printing.ts'
import { VoucherOutStore } from '#renderer/features/voucherOut/VoucherOutStore.ts'
import { createMoneyRoot, offline, refused } from '../../stores/moneyRoot.ts'

const wire = {
  voucherId: 'v1',
  amount: 40,
  createdTime: '2030-01-01T20:00:00.000Z',
  expiresTime: '2030-01-31T20:00:00.000Z',
  isExpired: false,
  code: 'ABCD-EFGH-JKMN-PQRS',
  url: 'https://venue.example/valeABCD-EFGH-JKMN-PQRS',
}
const print = vi.fn<() => Promise<PrintOutcome>>()

beforeEach(() => print.mockReset().mockResolvedValue('printed'))

async function createOut(vouchers: (typeof wire)[] = []) {
  const fixture = createMoneyRoot()
  fixture.respond(voucherCalls.own, () => vouchers)
  Object.assign(fixture.parts.platform, { print })
  const out = new VoucherOutStore(fixture.root)
  await out.load()
  out.setAmount('40,00')
  out.setPassword('Segura-123')
  return { ...fixture, out, vouchers }
}

describe('cash on paper', () => {
  it('is taken out, shown and printed', async () => {
    const { out, vouchers, respond, last, toastKeys, parts } = await createOut()
    respond(voucherCalls.withdraw, () => {
      vouchers.push(wire)
      return { voucherId: 'v1', balance: 60 }
    })
    await out.withdraw()
    expect(last(voucherCalls.withdraw)?.request.body).toEqual({ amount: 40, pwd: 'Segura-123' })
    expect(print).toHaveBeenCalledExactlyOnceWith('voucher', 'v1', 'pt_BR')
    expect(out.vouchers).toMatchObject([{ id: 'v1', amount: 40_00, code: wire.code }])
    expect(out.vouchers[0]?.qr?.length).toBeGreaterThan(20)
    expect([out.amountText, out.password, toastKeys()]).toEqual(['', '', ['receipts.printed']])
    expect(parts.wallet.refreshed).toBe(1)
  })

  it('stays on the screen when the printer has no paper, is printed later, or put back', async () => {
    const { out, vouchers, respond, alertKeys, toastKeys } = await createOut()
    respond(voucherCalls.withdraw, () => {
      vouchers.push(wire)
      return { voucherId: 'v1', balance: 60 }
    })
    print.mockResolvedValueOnce('paperOut')
    await out.withdraw()
    expect(alertKeys()).toEqual(['receipts.failures.paperOut'])
    expect(out.vouchers).toMatchObject([{ code: wire.code }])
    await out.printing.print('voucher', 'v1')
    expect(print).toHaveBeenCalledTimes(2)
    respond(voucherCalls.putBack, () => {
      vouchers.pop()
      return { amount: 40, balance: 100 }
    })
    const [voucher] = out.vouchers
    if (voucher) await out.putBack(voucher)
    expect(out.vouchers).toEqual([])
    expect(toastKeys()).toEqual(['receipts.printed', 'kiosk.out.back'])
  })

  it('that was taken out although no answer came is shown, and not printed by itself', async () => {
    const { out, vouchers, respond } = await createOut()
    respond(voucherCalls.withdraw, () => {
      vouchers.push(wire)
      return offline()
    })
    await out.withdraw()
    expect(out.error).toEqual({ key: 'errors.slowInternet' })
    expect(out.vouchers).toMatchObject([{ code: wire.code }])
    expect(print).not.toHaveBeenCalled()
  })

  it('is not asked for without an amount or a password, and what the server refuses is said', async () => {
    const { out, respond, count } = await createOut()
    out.setPassword('')
    await out.withdraw()
    expect(out.error).toEqual({ key: 'kiosk.out.password' })
    out.setAmount('')
    await out.withdraw()
    expect(out.error).toEqual({ key: 'money.withdraw.invalid' })
    expect(count(voucherCalls.withdraw)).toBe(0)
    out.setAmount('40')
    out.setPassword('x')
    respond(voucherCalls.withdraw, refused(403, 'Senha incorreta'))
    await out.withdraw()
    expect(out.error).toEqual({ text: 'Senha incorreta' })
    expect(out.amountText).toBe('40')
  })
})
