import { beforeEach, expect, it, vi } from 'vitest'
import type { PaymentRequest } from '#contract/ipc.ts'
import { paymentOnDemand } from '#main/payment/paymentOnDemand.ts'
import type { PaymentDeps, PaymentWindows } from '#main/payment/paymentWindows.ts'

const calls: string[] = []
const windows: PaymentWindows = {
  open({ orderId }) {
    calls.push(`open ${orderId}`)
    if (orderId === 'refused') throw new Error('payment address not allowed')
  },
  close: () => void calls.push('close'),
  setHidden: (isHidden) => void calls.push(`hidden ${isHidden}`),
}
// The real ones need Electron's windows.
vi.mock('#main/payment/paymentWindows.ts', () => ({ createPaymentWindows: () => windows }))

const request = (orderId: string) => ({ orderId }) as PaymentRequest
beforeEach(() => void calls.splice(0))

it('keeps the order of calls that come while the code is loaded', async () => {
  const payment = paymentOnDemand({} as PaymentDeps)
  payment.close()
  payment.setHidden(true)
  const opening = payment.open(request('a'))
  payment.close()
  await opening
  payment.setHidden(false)
  await payment.open(request('b'))
  expect(calls).toEqual(['hidden true', 'open a', 'close', 'hidden false', 'open b'])
})

it('loads the code again after it could not be loaded', async () => {
  const failures = [new Error('too many open files')]
  const payment = paymentOnDemand({} as PaymentDeps, async () => {
    const failure = failures.pop()
    if (failure) throw failure
    return { createPaymentWindows: () => windows }
  })
  await expect(payment.open(request('a'))).rejects.toThrow('too many open files')
  payment.close()
  await payment.open(request('a'))
  payment.close()
  await payment.open(request('b'))
  expect(calls).toEqual(['hidden false', 'open a', 'close', 'open b'])
})

it('refuses what the windows refuse, and stays usable', async () => {
  const payment = paymentOnDemand({} as PaymentDeps)
  await expect(payment.open(request('refused'))).rejects.toThrow('payment address not allowed')
  await payment.open(request('a'))
  expect(calls).toEqual(['hidden false', 'open refused', 'open a'])
})
