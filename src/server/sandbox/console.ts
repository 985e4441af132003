import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import { programRoot } from '../config/config.ts'

const files = {
  '/sandbox': ['console.html', 'text/html; charset=utf-8'],
  '/sandbox/console.css': ['console.css', 'text/css; charset=utf-8'],
  '/sandbox/console.js': ['console.js', 'text/javascript; charset=utf-8'],
} as const

const policy = cspHeader({
  ...ownFilesOnly,
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
})

/** Serves the operator console: a page of its own that uses the sandbox calls. */
export async function registerConsole(scope: FastifyInstance): Promise<void> {
  for (const [url, [name, type]] of Object.entries(files)) {
    const content = await readFile(join(programRoot(), 'resources/sandbox', name), 'utf8')
    scope.get(url, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Content-Security-Policy', policy).type(type).send(content),
    )
  }
}
