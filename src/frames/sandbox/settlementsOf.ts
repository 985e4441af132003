import { sandboxSettlements, type SandboxOrder, type SandboxSettlement } from '#contract/sandbox.ts'
import { OrderStatus } from '#contract/statusCodes.ts'

/**
 * What the provider may still say about a deposit: that it was paid, late or twice, and what was pressed just now, whose button
 * has the focus.
 */
export function settlementsOf(
  { status }: Pick<SandboxOrder, 'status'>,
  pressed?: SandboxSettlement,
): SandboxSettlement[] {
  const isPending = status === OrderStatus.pending
  return sandboxSettlements.filter((how) => isPending || how === 'pay' || how === pressed)
}
