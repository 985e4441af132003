import type { FastifyInstance } from 'fastify'
import { pushCalls } from '#contract/http/push.ts'
import * as schema from '#contract/http/push.schema.ts'
import type { AppDeps } from '../deps.ts'
import { readPushKinds, subscribePush } from '../domain/push/push.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

const tag = 'user'

/** Notices of the browser: docs/product.md, "Notices of the browser". */
export function registerPush(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    pushCalls.key,
    schema.key,
    async () => ({ data: { key: deps.pusher?.publicKey ?? null } }),
    {
      tag,
      summary: 'The key with which a browser asks for notices',
    },
  )

  endpoint(
    app,
    deps,
    pushCalls.device,
    schema.device,
    async ({ body, player }) => ({
      data: { kinds: await readPushKinds(deps, player.userId, body.endpoint) },
    }),
    { tag, summary: 'What a browser is told of' },
  )

  endpoint(
    app,
    deps,
    pushCalls.subscribe,
    schema.subscribe,
    async ({ body, player }) => ({ data: { kinds: await subscribePush(deps, player.session, body) } }),
    { tag, summary: 'Choose what a browser is told of' },
  )
}
