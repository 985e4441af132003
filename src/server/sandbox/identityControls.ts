import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maskCpf } from '#contract/rules/kyc.ts'
import { identityRefusals } from '#contract/rules/identityPictures.ts'
import type { AppDeps } from '../deps.ts'
import { decideIdentity, listIdentityChecks } from '../domain/accounts/identityChecks.ts'
import { sandboxStaff } from './adjustWallet.ts'
import { control, noInput } from './control.ts'

const shown = 100

/** Checks of identity that wait for a person, as with IDENTITY_PROVIDER=manual. */
export function registerIdentityControls(scope: FastifyInstance, deps: AppDeps): void {
  control(scope, ['GET', 'identity'], 'Checks of identity that wait, oldest first', noInput, async () =>
    (await listIdentityChecks(deps, { state: 'pending', limit: shown })).map(
      ({ userId, id, person, provider, createdAt }) => ({
        userId,
        id,
        name: person.name,
        cpf: maskCpf(person.cpf),
        provider,
        createdTime: createdAt.toISOString(),
      }),
    ),
  )
  for (const [verb, result] of [
    ['confirm', 'confirmed'],
    ['refuse', 'refused'],
  ] as const) {
    control(
      scope,
      ['POST', `identity/:userId/${verb}`],
      `The operator's decision about a player's check that waits: ${result}`,
      z.strictObject({
        id: z.string(),
        reason: z.string().max(200).optional(),
        refusal: z.enum(identityRefusals).optional().describe('what the player is told'),
      }),
      async ({ params: { userId = '' }, input: { id, reason, refusal } }) => {
        const why = reason === undefined ? {} : { reason }
        await deps.db.tx((tx) =>
          decideIdentity(deps, tx, { userId, id, result, actor: sandboxStaff, refusal, ...why }),
        )
      },
    )
  }
}
