import type { FastifyInstance } from 'fastify'
import { serverTimeHeader } from '#contract/http/call.ts'
import type { Clock } from '../../time/clock.ts'

/** Tells the time of a response to clients whose own clock may be wrong, in ms since 1970. */
export function tellTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/')) reply.header(serverTimeHeader, clock.now().getTime())
    done()
  })
}
