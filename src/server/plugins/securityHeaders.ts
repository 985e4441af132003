import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Sets the headers that every response carries: no MIME sniffing, no referrer. Each kind of page sets its own
 * Content-Security-Policy, which also says who may frame it.
 */
export async function setSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // frame-ancestors decides; X-Frame-Options cannot name the product, which frames games and the chat.
    xFrameOptions: false,
    // The chat's frame has an opaque origin and loads our files; the games are on another origin.
    crossOriginResourcePolicy: false,
    // On plain HTTP in a local network browsers ignore these two and report that as an error on the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // The proxy that terminates TLS decides; on plain HTTP the header has no meaning.
    strictTransportSecurity: false,
  })
}
