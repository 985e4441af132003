import { cents } from '#contract/money.ts'
import type { AppDeps } from '../../../deps.ts'
import { AnswerUnknownError } from '../../errors.ts'
import type { PayoutProvider, PayoutStatus } from '../PayoutProvider.ts'

type Deps = Pick<AppDeps, 'db'>

/** Pays everything at once, and moves no money. It has no webhook: QA's controls tell the server themselves. */
export function createSandboxPayouts(deps: Deps): PayoutProvider {
  return {
    name: 'sandbox',
    destinations: ['CPF', 'CNPJ', 'USDT'],
    async send({ id, amount }) {
      await answer(deps, id)
      await deps.db.write(
        `insert into sandbox_provider.payouts (id, amount, state) values ($1, $2, 'paid') on conflict do nothing`,
        [id, amount],
      )
      return statusOf(deps, id)
    },
    async status(id) {
      await answer(deps, id)
      return statusOf(deps, id)
    },
    listSent: (range) => listSent(deps, range),
    registerRoutes: () => Promise.resolve(),
  }
}

/** Throws where QA has made the provider silent. */
async function answer({ db }: Deps, id: string): Promise<void> {
  const [row] = await db.read('select 1 from sandbox_provider.silent_payouts where id = $1', [id])
  if (row) throw new AnswerUnknownError('the sandbox is silent about this payout')
}

/** The provider does not answer about a payout, or does again. */
export async function silenceSandboxPayout({ db }: Deps, id: string, isSilent: boolean): Promise<void> {
  await db.write(
    isSilent
      ? 'insert into sandbox_provider.silent_payouts (id) values ($1) on conflict do nothing'
      : 'delete from sandbox_provider.silent_payouts where id = $1',
    [id],
  )
}

/** The payee's bank sends a payout back. */
export async function returnSandboxPayout(deps: Deps, id: string): Promise<void> {
  await deps.db.write(`update sandbox_provider.payouts set state = 'returned' where id = $1`, [id])
}

const pageSize = 100

async function listSent(
  { db }: Deps,
  { from, to, cursor }: Parameters<PayoutProvider['listSent']>[0],
): ReturnType<PayoutProvider['listSent']> {
  const [time, last] = cursor === undefined ? [from.toISOString(), ''] : cursor.split('|')
  const rows = await db.read<{
    id: string
    amount: number
    state: 'paid' | 'returned'
    at: Date
    cursor: string
  }>(
    `select id, amount, state, at, at::text || '|' || id as cursor from sandbox_provider.payouts
      where at >= $1 and at < $2 and (at, id) > ($3::timestamptz, $4) order by at, id limit $5`,
    [from, to, time ?? '', last ?? '', pageSize],
  )
  return {
    list: rows.map(({ id, amount, state, at }) => ({
      id,
      state,
      reference: id,
      amount: cents(amount),
      sentAt: at,
      returned: cents(state === 'returned' ? amount : 0),
    })),
    next: rows.length < pageSize ? null : (rows.at(-1)?.cursor ?? null),
  }
}

async function statusOf(deps: Deps, id: string): Promise<PayoutStatus> {
  const [row] = await deps.db.read<{ state: 'paid' | 'returned' }>(
    'select state from sandbox_provider.payouts where id = $1',
    [id],
  )
  return row ? { state: row.state, reference: id } : { state: 'none', reference: null }
}
