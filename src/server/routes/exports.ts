import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportCalls, exportFilePath, formerExportFilePath } from '#contract/http/exports.ts'
import * as schema from '#contract/http/exports.schema.ts'
import type { AppDeps } from '../deps.ts'
import {
  createExportTicket,
  listExports,
  openExport,
  requestExport,
} from '../domain/accounts/exports/exports.ts'
import { presentExport } from '../presenters/export.ts'
import { runDownload } from '../flow/traffic.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

const tag = 'exports'

/** How long a download may take, in ms. */
const downloadMs = 15 * 60_000

/** Files with a player's data: requested, written by a job, downloaded. */
export function registerExports(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    exportCalls.list,
    schema.list,
    async ({ player }) => ({ data: (await listExports(deps, player.userId)).map(presentExport) }),
    { tag, summary: 'The last requested file of each kind' },
  )
  endpoint(
    app,
    deps,
    exportCalls.request,
    schema.request,
    async ({ player, body, caller }) => {
      const { language } = caller
      const { job, isNew } = await requestExport(deps, player.userId, { kind: body.kind, language })
      return { data: presentExport(job), ...(isNew ? {} : { message: 'exportOncePerHour' }) }
    },
    {
      tag,
      summary:
        'Request personal data (JSON), the statement as a sheet in the language of the call, or in a neutral form (CSV), once an hour each',
    },
  )
  endpoint(
    app,
    deps,
    exportCalls.link,
    schema.link,
    async ({ player, params }) => {
      const ticket = await createExportTicket(deps, player.userId, params.id)
      return { data: { path: `${formerExportFilePath}${ticket}` } }
    },
    { tag, summary: 'The address of a finished file, valid for a minute' },
  )
  // A file, not an envelope: the browser downloads it by its address, which holds the ticket.
  for (const path of [exportFilePath, formerExportFilePath])
    app.get<{ Params: { ticket: string } }>(
      `${path}:ticket`,
      {
        schema:
          path === exportFilePath
            ? { tags: [tag], summary: 'A finished file', security: [] }
            : { hide: true },
        config: { described: { file: 'application/octet-stream' } },
        handlerTimeout: downloadMs,
        onRequest: async ({ ip }) => deps.traffic.buckets.take('guests', ip),
      },
      async ({ params: { ticket } }, reply) => {
        const open = () => openExport(deps, ticket)
        const { userId, name, type, bytes, parts } = await deps.traffic.lookups.run(`file ${ticket}`, open)
        return runDownload(deps.traffic, userId, async () => {
          if (reply.raw.destroyed) return
          reply
            .header('Content-Type', type)
            .header('Content-Length', bytes)
            .header('Content-Disposition', `attachment; filename="${name}"`)
            .send(Readable.from(parts(), { objectMode: false, highWaterMark: 1 }))
          // Until the whole file is sent, or the client has left.
          await reply
        })
      },
    )
}
