import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './exports.schema.ts'

type JobWire = z.output<typeof schema.request.data>
export type ExportKind = JobWire['kind']

/** Files with a player's data, which a job of the server writes. */
export const exportCalls = {
  /** The last job of each kind. */
  list: get<object, z.output<typeof schema.list.data>>('/api/app/exports'),
  /** Starts a job; within an hour of the last one of the kind it returns that one, with a message. */
  request: post<{ body: { kind: ExportKind } }, JobWire>('/api/app/exports/request'),
  /** The address of a finished file, for the browser or the main process to download. */
  link: post<{ params: { id: string }; body: Record<string, never> }, z.output<typeof schema.link.data>>(
    '/api/app/exports/{id}/link',
  ),
}

/** Where a finished file is: this and 43 characters. */
export const exportFilePath = '/api/app/exportFile/'

/**
 * The address from before, which `link` still returns: installed applications accept no other, and during an update a call may reach a
 * server that knows no other.
 */
export const formerExportFilePath = '/api/app/exports/file/'

/** Times are ISO 8601. */
export interface ExportJob {
  id: string
  kind: ExportKind
  state: JobWire['state']
  lines: number
  bytes: number
  expiresAt: string
  nextAt: string
}

export function fromWireExport(wire: JobWire): ExportJob {
  return {
    id: wire.exportId,
    kind: wire.kind,
    state: wire.state,
    lines: wire.lines,
    bytes: wire.bytes,
    expiresAt: wire.expiresTime,
    nextAt: wire.nextTime,
  }
}
