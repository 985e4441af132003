import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { cspHeader } from '#contract/csp.ts'

/** The policy of every response that is no page: opened as one, it loads and runs nothing, and nobody frames it. */
export const dataPolicy = cspHeader({ 'default-src': [], 'frame-ancestors': [] })

/**
 * Sets the headers of every response: no MIME sniffing, no referrer, and HTTPS only where `publicUrl`, the
 * players' address, is HTTPS. Each kind of page sets its own Content-Security-Policy, which also determines who
 * may frame it; all other responses get `dataPolicy`.
 */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = headersOf({
    contentSecurityPolicy: false,
    // frame-ancestors is used instead: X-Frame-Options cannot allow the product, which frames games and the chat.
    xFrameOptions: false,
    // The chat's frame has an opaque origin and loads our files; the games are on another origin.
    crossOriginResourcePolicy: false,
    // On plain HTTP in a local network browsers ignore these two and log an error to the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // For browsers of before 2020: 130 bytes of every response.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // The header has no effect on plain HTTP. Subdomains are excluded, because they may belong to other services.
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 365 * 86_400, includeSubDomains: false }
      : false,
  })
  // Pages replace the policy.
  const headersOfData = { ...headers, 'Content-Security-Policy': dataPolicy }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headersOfData)
    done()
  })
}

/** What helmet sets is the same for all responses, so it is computed once. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
