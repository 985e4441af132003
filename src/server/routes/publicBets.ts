import type { FastifyInstance } from 'fastify'
import { publicBetCalls } from '#contract/http/publicBets.ts'
import * as schema from '#contract/http/publicBets.schema.ts'
import type { AppDeps } from '../deps.ts'
import { readPublicBets } from '../domain/play/publicBets.ts'
import { settledRound } from '../games/roundRows.ts'
import { presentPublicBets } from '../presenters/lobby.ts'
import { presentPublicRound } from '../presenters/round.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { sharedEndpoint } from '../http/endpoints/sharedEndpoint.ts'

const tag = 'main'

/** What everybody may see of others' bets. */
export function registerPublicBets(app: FastifyInstance, deps: AppDeps): void {
  sharedEndpoint(
    app,
    deps,
    publicBetCalls.bets,
    schema.publicBets,
    {
      keyOf: ({ query }) => query.game ?? '',
      source: {
        read: async ({ query, caller }) => ({
          data: presentPublicBets(await readPublicBets(deps, query.game), caller.language),
        }),
      },
    },
    {
      tag,
      summary: 'The latest wins of others and the largest returns of a day, as their players show them',
    },
  )
  endpoint(
    app,
    deps,
    publicBetCalls.round,
    schema.publicRound,
    async ({ params }) => ({ data: presentPublicRound(await settledRound(deps.db, params.roundId)) }),
    { tag, summary: 'The proof of a settled round, without its player' },
  )
}
