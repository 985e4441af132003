import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deviceChoices } from '#contract/deviceChoices.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { isPagePath } from '#contract/pages.ts'

const maxAgeSeconds = 400 * 24 * 3_600
/** What encodeURIComponent writes. */
const choice = new RegExp(`(?:^|; )(${deviceChoices.join('|')})=([\\w%.!~*'()-]{1,300})(?=;|$)`, 'g')

/**
 * Sends the device's choices back with each page. Safari keeps what a script has stored, cookies too, for seven days without a
 * visit, and what a server has set for as long as it says. Not HttpOnly: the client reads them.
 */
export function keepDeviceChoices(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' && isPage(request)) {
      const secure = request.protocol === 'https' ? '; Secure' : ''
      for (const [, name, value] of (request.headers.cookie ?? '').matchAll(choice))
        reply.header(
          'Set-Cookie',
          `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`,
        )
    }
    done()
  })
}

/** Also the call that follows a change of the language, for which no page is loaded. */
function isPage({ url }: FastifyRequest): boolean {
  const path = url.replace(/\?.*$/s, '')
  return isPagePath(path) || path === appInfoCalls.appInfo.path
}
