import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../../deps.ts'
import { bankIdOf } from '../../bank/ids.ts'
import { announceSettled } from '../payPage/PayEvents.ts'
import type { PagePayment } from '../payPage/payHtml.ts'
import type { Charge, PaymentResult } from '../PaymentProvider.ts'

type Deps = Pick<AppDeps, 'db'>

interface Row {
  id: string
  code: string
  amount: number
  expires_at: Date
  return_url: string
  language: string
  result: PaymentResult | null
}

/** Stores what the payment page shows. Repeated, it stores the same. */
export async function storeCharge({ db }: Deps, charge: Charge, code: string): Promise<void> {
  await db.write(
    `insert into pix_charges (id, code, amount, expires_at, return_url, language)
     values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
    [charge.id, code, charge.amount, charge.expiresAt, charge.returnUrl, charge.language],
  )
}

export async function findCharge({ db }: Deps, id: string): Promise<PagePayment | undefined> {
  const [row] = await db.read<Row>('select * from pix_charges where id = $1', [id])
  return (
    row && {
      payNo: bankIdOf(row.id),
      amount: cents(row.amount),
      expiresAt: row.expires_at,
      returnUrl: row.return_url,
      language: row.language,
      brCode: row.code,
      methods: ['pix'],
      result: row.result,
    }
  )
}

/** The payment page shows it from now on. The bank's last word stays. */
export async function storeResult(
  deps: Pick<AppDeps, 'db' | 'bus'>,
  id: string,
  result: PaymentResult,
): Promise<void> {
  const changed = await deps.db.write(
    'update pix_charges set result = $2 where id = $1 and result is distinct from $2 returning 1 as changed',
    [id, result],
  )
  if (changed.length > 0) await announceSettled(deps, deps.db, bankIdOf(id))
}

/** How long a callback about an order that was not credited makes the bank be asked; later the comparison finds the payment. */
const lateDays = 2

/**
 * Which of these orders a payment could still credit: after a callback the bank is asked about no others. One that has
 * expired is among them, since a payer may be later than we are, and one that was credited only at the bank.
 */
export async function uncreditedOrders({ db }: Deps, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.read<{ id: string }>(
    `select id from orders where id = any($1) and provider = 'pix' and status <> 'paid' and refusal is null
        and asked_at > now() - make_interval(days => ${lateDays})`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Which of these are orders that were credited: money that comes back later is asked for, about no others. */
export async function paidOrders({ db }: Deps, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.read<{ id: string }>(
    `select id from orders where id = any($1) and provider = 'pix' and status = 'paid'`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** What was paid towards a charge, in cents. */
export function sumOf(payments: readonly { valor: Cents }[]): Cents {
  return cents(payments.reduce((sum, { valor }) => sum + valor, 0))
}
