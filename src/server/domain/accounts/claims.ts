import type { Writer } from '../../db/client.ts'

/**
 * To be called, in the same transaction, after a change of what only one player may have: e-mail address, invitation code,
 * CPF or nickname. Where players are spread over nodes, no index compares them. What another player has is a unique
 * violation, of the same name as that of the index.
 */
export async function keepClaims(tx: Writer, userId: string): Promise<void> {
  await tx.write('select keep_player_claims($1)', [userId])
}
