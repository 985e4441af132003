import type { FastifyInstance } from 'fastify'
import { releaseFolder } from '#contract/release.ts'
import type { AppDeps } from '../deps.ts'
import { openReleaseFile } from '../domain/terminals/releases.ts'

/** Registers the files of UPDATES_DIR, which terminals update themselves from. */
export function registerUpdates(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { name: string } }>(
    `${releaseFolder}:name`,
    { schema: { hide: true } },
    async ({ params, ip }, reply) => {
      deps.traffic.buckets.take('guests', ip)
      const { size, content } = await openReleaseFile(deps.config, params.name)
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Length', size)
        .type('application/octet-stream')
        .send(content)
    },
  )
}
