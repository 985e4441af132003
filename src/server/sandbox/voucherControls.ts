import type { FastifyInstance } from 'fastify'
import QRCode from 'qrcode'
import { z } from 'zod'
import { amountIn } from '#contract/http/wire.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { issueVoucher, listVouchers, voidVoucher } from '../domain/payments/vouchers.ts'
import { control, noInput } from './control.ts'

const hourMs = 3_600_000

const newVoucher = z.strictObject({
  amount: amountIn.refine((amount) => amount > 0, 'amount'),
  hours: z.coerce.number().min(0.01).max(8760).default(24),
})

/** Controls of vouchers: staff issue and void them. */
export function registerVoucherControls(scope: FastifyInstance, deps: AppDeps): void {
  control(scope, ['GET', 'vouchers'], 'The newest vouchers, without their codes', noInput, async () =>
    (await listVouchers(deps)).map((voucher) => ({ ...voucher, amount: toWireAmount(voucher.amount) })),
  )
  control(
    scope,
    ['POST', 'vouchers'],
    'A new voucher: its code, the address that redeems it, and a QR code of that',
    newVoucher,
    async ({ input: { amount, hours } }) => {
      const voucher = await issueVoucher(deps, { amount, lifetimeMs: hours * hourMs })
      return {
        ...voucher,
        amount: toWireAmount(amount),
        qr: await QRCode.toDataURL(voucher.url, { margin: 4 }),
      }
    },
  )
  control(
    scope,
    ['POST', 'vouchers/:id/void'],
    'Voids a voucher that was not redeemed',
    noInput,
    ({ params: { id = '' } }) => voidVoucher(deps, id),
  )
}
