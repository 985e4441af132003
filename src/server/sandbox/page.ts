import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import { sandboxOfficePath, sandboxPath } from '#contract/sandbox.ts'
import type { ServerConfig } from '../config/config.ts'
import { officeOriginOf } from '../http/origins.ts'
import { Refusal } from '../texts/refusal.ts'
import { keepToken } from './access.ts'

const policy = cspHeader({
  ...ownFilesOnly,
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
})

/** Serves the built page of QA's controls, and the way from it to the back office. */
export async function serveSandboxPage(scope: FastifyInstance, config: ServerConfig): Promise<void> {
  const { sandboxRoot } = config
  const file = join(sandboxRoot, 'index.html')
  const page = existsSync(file) ? await readFile(file) : undefined
  scope.get(sandboxPath, { schema: { hide: true } }, (request, reply) => {
    keepToken(request, reply, config)
    return page
      ? reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page)
      : reply
          .status(503)
          .type('text/plain; charset=utf-8')
          .send(
            `The page of the sandbox is not built: there is none in ${sandboxRoot} (npm run build:sandbox).\n`,
          )
  })
  if (page)
    await scope.register(staticFiles, {
      root: join(sandboxRoot, 'assets'),
      prefix: `${sandboxPath}/assets/`,
      decorateReply: false,
      cacheControl: false,
    })
  scope.get(sandboxOfficePath, { schema: { hide: true } }, (request, reply) => {
    if (config.officePort === undefined) throw new Refusal('notFound')
    return reply.redirect(officeOriginOf(config, request))
  })
}
