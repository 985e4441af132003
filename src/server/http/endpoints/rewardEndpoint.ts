import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/http/call.ts'
import type { AppDeps } from '../../deps.ts'
import { refuseExcluded, refuseUnproven } from '../../domain/rewards/offers.ts'
import type { RouteResult } from '../../presenters/envelope.ts'
import { type Description, type Schemas } from './endpoint.ts'
import { moneyEndpoint, type MoneyInput } from './moneyEndpoint.ts'

/**
 * Registers a call that pays a reward: a money call that throws `excluded` during the player's pause, and
 * `kycRequired` before the identity check.
 */
export function rewardEndpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  handle: (input: MoneyInput<C, S>) => Promise<RouteResult<z.input<S['data']>>>,
  description: Description,
): void {
  moneyEndpoint(
    app,
    deps,
    call,
    schemas,
    async (input) => {
      await refuseExcluded(deps, input.tx, input.userId)
      await refuseUnproven(input.tx, input.userId)
      return handle(input)
    },
    description,
  )
}
