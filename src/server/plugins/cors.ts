import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'
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
  await app.register(cors, () => (request: FastifyRequest, done: Done) => {
    const origin = request.url.startsWith('/api/games/')
      ? [originsOf(config, request).games]
      : [product, ...(isChatPageCall(request.url) ? ['null'] : [])]
    done(null, { origin, credentials: false, maxAge: 600 })
  })
}
