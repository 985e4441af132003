import { randomBytes } from 'node:crypto'
import { createStaticPix, hasError } from 'pix-utils'
import brand from '#brand/brand.json' with { type: 'json' }
import type { PaymentMethod } from '#contract/http/appInfo.ts'
import { cents, toWireAmount, type Cents } from '#contract/money.ts'
import { sealedAs } from '../../../config/sealedColumns.ts'
import type { AppDeps } from '../../../deps.ts'
import { announceSettled } from '../payPage/PayEvents.ts'
import { merchantName } from '../merchantName.ts'
import type {
  Charge,
  ChargeStatus,
  PaymentResult,
  PaymentReturn,
  ReceivedPayment,
} from '../PaymentProvider.ts'

/** A payment in the sandbox provider's own table. */
export interface SandboxPayment {
  payNo: string
  orderId: string
  amount: Cents
  expiresAt: Date
  returnUrl: string
  language: string
  brCode: string
  /** What it may be paid with. */
  methods: PaymentMethod[]
  result: PaymentResult | null
  /** CPF of the payer; null for payments from before it was stored. */
  payerCpf: string | null
}

/** Authenticated together with the sealed CPF. */

interface Row {
  pay_no: string
  order_id: string
  amount: number
  expires_at: Date
  return_url: string
  language: string
  br_code: string
  methods: PaymentMethod[]
  result: PaymentResult | null
  payer_encrypted: Buffer | null
}

/**
 * Registers a payment and returns its number; for an order that has one, returns that. The number cannot be guessed,
 * because it gives access to the payment page.
 */
export async function openPayment(deps: Pick<AppDeps, 'config' | 'db'>, charge: Charge): Promise<string> {
  const payNo = randomBytes(12).toString('hex')
  const [row] = await deps.db.write<{ pay_no: string }>(
    `insert into sandbox_provider.payments (pay_no, order_id, amount, expires_at, return_url, language, br_code, payer_encrypted,
       methods)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (order_id) do update set order_id = excluded.order_id returning pay_no`,
    [
      payNo,
      charge.id,
      charge.amount,
      charge.expiresAt,
      charge.returnUrl,
      charge.language,
      brCode(payNo, charge.amount),
      deps.config.secrets.vault.seal(charge.payer.cpf, sealedAs.payer),
      charge.methods,
    ],
  )
  if (!row) throw new Error('no payment after insert')
  return row.pay_no
}

export async function findPayment(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  key: { payNo: string } | { orderId: string },
): Promise<SandboxPayment | undefined> {
  const [column, value] = 'payNo' in key ? ['pay_no', key.payNo] : ['order_id', key.orderId]
  const rows = await deps.db.read<Row>(`select * from sandbox_provider.payments where ${column} = $1`, [
    value,
  ])
  return rows[0] && toPayment(deps, rows[0])
}

/**
 * Stores the result of a payment, and what it was paid with. A paid one stays paid, and a settled one stays as it is
 * unless `force` is set.
 */
export async function settlePayment(
  deps: Pick<AppDeps, 'db' | 'bus'>,
  payNo: string,
  result: PaymentResult,
  { force, method = 'pix' }: { force: boolean; method?: PaymentMethod },
): Promise<void> {
  await deps.db.write(
    `update sandbox_provider.payments set result = $2, settled_at = now(), delivered_at = null,
       paid_with = case when $2 = 'paid' then $4 end
      where pay_no = $1 and result is distinct from 'paid' and (result is null or $3)`,
    [payNo, result, force, method],
  )
  await announceSettled(deps, deps.db, payNo)
}

/** Cancels a payment on the merchant's behalf; the merchant needs no webhook call for it. */
export async function cancelPayment(deps: Pick<AppDeps, 'db' | 'bus'>, orderId: string): Promise<void> {
  const [row] = await deps.db.write<{ pay_no: string }>(
    `update sandbox_provider.payments set result = 'cancelled', settled_at = now(), delivered_at = now()
      where order_id = $1 and result is null returning pay_no`,
    [orderId],
  )
  if (row) await announceSettled(deps, deps.db, row.pay_no)
}

/** What the provider knows about an order's payment. */
export async function paymentStatus(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  orderId: string,
): Promise<ChargeStatus> {
  const payment = await findPayment(deps, { orderId })
  if (!payment) return { state: 'none' }
  const { payNo, amount, payerCpf, result } = payment
  return { state: result ?? 'pending', payNo, amount, payerNumber: payerCpf }
}

const pageSize = 100

/** Paid payments in the order in which they were paid. */
export async function listReceived(
  deps: Pick<AppDeps, 'db'>,
  { from, to, cursor }: { from: Date; to: Date; cursor?: string },
): Promise<{ list: ReceivedPayment[]; next: string | null }> {
  const [time, last] = cursor === undefined ? [from.toISOString(), ''] : cursor.split('|')
  const rows = await deps.db.read<
    {
      order_id: string
      pay_no: string
      amount: number
      settled_at: Date
      at: string
    } & ReturnRow
  >(
    `select order_id, pay_no, amount, settled_at, settled_at::text as at, refunded_at is not null as is_refunded,
        taken_back_at is not null as is_taken_back
      from sandbox_provider.payments
      where result = 'paid' and settled_at >= $1 and settled_at < $2 and (settled_at, pay_no) > ($3::timestamptz, $4)
      order by settled_at, pay_no limit $5`,
    [from, to, time ?? '', last ?? '', pageSize],
  )
  const end = rows.length < pageSize ? undefined : rows.at(-1)
  return {
    list: rows.map((row) => ({
      id: row.order_id,
      payNo: row.pay_no,
      reference: row.pay_no,
      amount: cents(row.amount),
      paidAt: row.settled_at,
      returns: returnsOf(row),
    })),
    next: end ? `${end.at}|${end.pay_no}` : null,
  }
}

interface ReturnRow {
  pay_no: string
  amount: number
  is_refunded: boolean
  is_taken_back: boolean
}

function returnsOf({ pay_no: payNo, amount, is_refunded, is_taken_back }: ReturnRow): PaymentReturn[] {
  const one = (id: string, cause: PaymentReturn['cause']) =>
    ({ id: `${payNo}/${id}`, amount: cents(amount), cause, state: 'done' }) as const
  return [
    ...(is_refunded ? [one('refund', 'refund')] : []),
    ...(is_taken_back ? [one('fraud', 'fraud')] : []),
  ]
}

/** What has gone back of an order's payment. */
export async function paymentReturns(deps: Pick<AppDeps, 'db'>, orderId: string): Promise<PaymentReturn[]> {
  const [row] = await deps.db.read<ReturnRow>(
    `select pay_no, amount, refunded_at is not null as is_refunded, taken_back_at is not null as is_taken_back
      from sandbox_provider.payments where order_id = $1`,
    [orderId],
  )
  return row ? returnsOf(row) : []
}

/** For QA: the provider's books lose a payment, so that they differ from ours. */
export async function forgetPayment(deps: Pick<AppDeps, 'db'>, orderId: string): Promise<void> {
  await deps.db.write('delete from sandbox_provider.payments where order_id = $1', [orderId])
}

/** For QA: the payer's bank takes a payment back, because of fraud. The server learns of it when it asks. */
export async function takeBackPayment(deps: Pick<AppDeps, 'db'>, orderId: string): Promise<void> {
  await deps.db.write(
    `update sandbox_provider.payments set taken_back_at = coalesce(taken_back_at, now())
      where order_id = $1 and result = 'paid' and refunded_at is null`,
    [orderId],
  )
}

/** Sets another payer, for QA, before the payment is settled. */
export async function setPayer(
  deps: Pick<AppDeps, 'db' | 'config'>,
  payNo: string,
  cpf: string,
): Promise<void> {
  await deps.db.write('update sandbox_provider.payments set payer_encrypted = $2 where pay_no = $1', [
    payNo,
    deps.config.secrets.vault.seal(cpf, sealedAs.payer),
  ])
}

/** Records that the money went back to its payer. */
export async function refundPayment(deps: Pick<AppDeps, 'db'>, orderId: string): Promise<void> {
  await deps.db.write(
    'update sandbox_provider.payments set refunded_at = coalesce(refunded_at, now()) where order_id = $1',
    [orderId],
  )
}

export async function markDelivered(deps: Pick<AppDeps, 'db'>, payNo: string): Promise<void> {
  await deps.db.write('update sandbox_provider.payments set delivered_at = now() where pay_no = $1', [payNo])
}

/**
 * Numbers of payments whose webhook call got no response within a few seconds of settlement: the process may
 * have died in between.
 */
export async function undeliveredPayments(deps: Pick<AppDeps, 'db'>): Promise<string[]> {
  const rows = await deps.db.read<{ pay_no: string }>(
    `select pay_no from sandbox_provider.payments
      where settled_at < now() - interval '3 seconds' and delivered_at is null order by settled_at limit 50`,
  )
  return rows.map((row) => row.pay_no)
}

function toPayment(deps: Pick<AppDeps, 'clock' | 'config'>, row: Row): SandboxPayment {
  const isExpired = row.result === null && row.expires_at <= deps.clock.now()
  const payer = row.payer_encrypted && deps.config.secrets.vault.open(row.payer_encrypted, sealedAs.payer)
  return {
    payerCpf: payer === '' ? null : payer,
    payNo: row.pay_no,
    orderId: row.order_id,
    amount: cents(row.amount),
    expiresAt: row.expires_at,
    returnUrl: row.return_url,
    language: row.language,
    brCode: row.br_code,
    methods: row.methods,
    result: isExpired ? 'expired' : row.result,
  }
}

/**
 * The "copia e cola" code of PIX: an EMV merchant-presented payload with its CRC (Banco Central, Manual do BR
 * Code).
 */
function brCode(payNo: string, amount: Cents): string {
  const pix = createStaticPix({
    merchantName: merchantName(brand.name, 'Sandbox'),
    merchantCity: 'Sao Paulo',
    pixKey: 'pagamentos@sandbox.test',
    transactionAmount: toWireAmount(amount),
    txid: payNo,
  })
  if (hasError(pix)) throw new Error(`creating a PIX code for ${amount} cents failed: ${pix.message}`)
  return pix.toBRCode()
}
