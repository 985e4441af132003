import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Sets the headers that every response carries: no MIME sniffing, no referrer, and HTTPS only where `publicUrl`,
 * the players' address, is HTTPS. Each kind of page sets its own
 * Content-Security-Policy, which also says who may frame it.
 */
export async function setSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // frame-ancestors decides; X-Frame-Options cannot name the product, which frames games and the chat.
    xFrameOptions: false,
    // The chat's frame has an opaque origin and loads our files; the games are on another origin.
    crossOriginResourcePolicy: false,
    // On plain HTTP in a local network browsers ignore these two and report that as an error on the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // On plain HTTP the header has no meaning. Other names below ours are not ours to decide about.
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 365 * 86_400, includeSubDomains: false }
      : false,
  })
}
