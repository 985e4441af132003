import { beforeEach, expect, it } from 'vitest'
import { withCheckCharacters } from '#contract/rules/vouchers.ts'
import { VoucherStore } from '#renderer/features/voucher/VoucherStore.ts'
import { createFixture, settled, type Fixture } from '../../stores/rootFixture.ts'

const [first, second] = [withCheckCharacters('ABCDEFGHJKMNPQ'), withCheckCharacters('QPNMKJHGFEDCBA')]
const redeemPath = '/api/app/vouchers/redeem'
let fixture: Fixture
let voucher: VoucherStore
/** The response to the first code comes when it is called. */
let answer: () => void

beforeEach(async () => {
  fixture = createFixture()
  await fixture.enter()
  voucher = new VoucherStore(fixture.root)
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { send } = fixture.root.platform
  fixture.root.platform.send = async (request) => {
    if (request.path.includes(first) || request.body?.includes(first)) await answered
    return send(request)
  }
})

it('shows no error of a code that was typed before', async () => {
  fixture.respond(`/api/app/vouchers/${first}`, { httpStatus: 400, message: 'Já foi usado' })
  fixture.respond(`/api/app/vouchers/${second}`, {
    data: { amount: 5, expiresTime: '2030-01-01T00:00:00Z' },
  })
  voucher.setText(first)
  voucher.setText(second)
  answer()
  await settled()
  expect([voucher.error, voucher.worth?.amount]).toEqual([null, 500])
})

it('says what became of a code that was redeemed while another one was typed', async () => {
  fixture.respond(redeemPath, { httpStatus: 400, message: 'Já foi usado' })
  voucher.setText(first)
  const redeemed = voucher.redeem()
  voucher.setText('ABC')
  answer()
  await redeemed
  expect([voucher.error, voucher.text]).toEqual([null, 'ABC'])
  expect(fixture.root.alerts.alerts.map(({ message }) => message)).toEqual([{ text: 'Já foi usado' }])
})

it('leaves the end of a session to the app', async () => {
  fixture.respond(redeemPath, { httpStatus: 401 })
  voucher.setText(first)
  answer()
  await settled()
  voucher.error = null
  await voucher.redeem()
  expect([voucher.error, voucher.isBusy]).toEqual([null, false])
})
