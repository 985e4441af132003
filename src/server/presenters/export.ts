import type { z } from 'zod'
import type { request } from '#contract/http/exports.schema.ts'
import type { ExportView } from '../domain/accounts/exports/exports.ts'

/** A requested file on the wire. */
export function presentExport(job: ExportView): z.input<typeof request.data> {
  return {
    exportId: job.id,
    kind: job.kind,
    state: job.state,
    lines: job.lines,
    bytes: job.bytes,
    requestedTime: job.requestedAt.toISOString(),
    expiresTime: job.expiresAt.toISOString(),
    nextTime: job.nextAt.toISOString(),
  }
}
