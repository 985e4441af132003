import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { addVary } from '../encodings.ts'
import { originsOf } from '../origins.ts'
import { isChatPageCall } from './chatPage.ts'

type Done = (error: Error | null, options: FastifyCorsOptions) => void

/**
 * Allowed origins of calls. The games' origin may call only `/api/games/`; the product may call everything else,
 * and the chat page, whose origin is `null`, only the chat's calls. Calls of the Electron app come from its main
 * process, without CORS.
 */
export async function allowOrigins(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): Promise<void> {
  const product = new URL(config.publicUrl).origin
  const optionsOf = (request: FastifyRequest, done: Done) => {
    const origin = request.url.startsWith('/api/games/')
      ? [originsOf(config, request).games]
      : [product, ...(isChatPageCall(request.url) ? ['null'] : [])]
    done(null, { origin, credentials: false, maxAge: 600 })
  }
  // Most requests of our own pages have no origin, and the plugin's hook costs a tenth of a small read.
  const onlyWithOrigin = Object.create(app, {
    addHook: {
      value: (name: 'onRequest', hook: onRequestHookHandler) =>
        app.addHook(name, (request, reply, done) => {
          if (request.headers.origin !== undefined || request.method === 'OPTIONS')
            return hook.call(app, request, reply, done)
          addVary(reply, 'Origin')
          done()
        }),
    },
  }) as FastifyInstance
  await new Promise<void>((resolve, reject) => {
    cors(onlyWithOrigin, { delegator: optionsOf }, (error) => (error ? reject(error) : resolve()))
  })
}
