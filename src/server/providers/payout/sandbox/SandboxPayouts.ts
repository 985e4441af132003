import type { AppDeps } from '../../../deps.ts'
import type { PayoutProvider, PayoutStatus } from '../PayoutProvider.ts'

type Deps = Pick<AppDeps, 'db'>

/** Pays everything at once, and moves no money. It has no webhook: QA's controls tell the server themselves. */
export function createSandboxPayouts(deps: Deps): PayoutProvider {
  return {
    name: 'sandbox',
    destinations: ['CPF', 'CNPJ', 'USDT'],
    async send({ id, amount }) {
      await deps.db.write(
        `insert into sandbox_provider.payouts (id, amount, state) values ($1, $2, 'paid') on conflict do nothing`,
        [id, amount],
      )
      return statusOf(deps, id)
    },
    status: (id) => statusOf(deps, id),
    registerRoutes: () => Promise.resolve(),
  }
}

/** The payee's bank sends a payout back. */
export async function returnSandboxPayout(deps: Deps, id: string): Promise<void> {
  await deps.db.write(`update sandbox_provider.payouts set state = 'returned' where id = $1`, [id])
}

async function statusOf(deps: Deps, id: string): Promise<PayoutStatus> {
  const [row] = await deps.db.read<{ state: 'paid' | 'returned' }>(
    'select state from sandbox_provider.payouts where id = $1',
    [id],
  )
  return row ? { state: row.state, reference: id } : { state: 'none', reference: null }
}
