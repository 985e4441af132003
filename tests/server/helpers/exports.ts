import type { FastifyInstance } from 'fastify'
import type { ExportKind } from '#contract/http/exports.ts'
import type { AppDeps } from '#server/deps.ts'
import { writeExports } from '#server/domain/accounts/exports/writeExports.ts'

interface Server {
  app: FastifyInstance
  deps: AppDeps
}

async function callAs<Data>(
  app: FastifyInstance,
  headers: Record<string, string>,
  url: string,
  body: object,
): Promise<Data> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/app/exports/${url}`,
    headers,
    payload: body,
  })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return response.json<{ data: Data }>().data
}

/** Requests and writes a player's file; returns its address. */
export async function exportPath(
  { app, deps }: Server,
  token: string,
  kind: ExportKind,
  lang = 'pt_BR',
): Promise<string> {
  const headers = { authorization: token, lang }
  const { exportId } = await callAs<{ exportId: string }>(app, headers, 'request', { kind })
  await writeExports(deps, () => false)
  return (await callAs<{ path: string }>(app, headers, `${exportId}/link`, {})).path
}

/** Requests, writes and downloads a player's file; returns its text. */
export async function exportText(
  server: Server,
  token: string,
  kind: ExportKind,
  lang?: string,
): Promise<string> {
  const url = await exportPath(server, token, kind, lang)
  const { statusCode, body } = await server.app.inject({ method: 'GET', url })
  if (statusCode !== 200) throw new Error(`no file: ${statusCode}`)
  return body
}
