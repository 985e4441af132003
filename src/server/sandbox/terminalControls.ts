import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import type { AppDeps } from '../deps.ts'
import { readCrash } from '../domain/terminals/crashes.ts'
import { readScreenshot } from '../domain/terminals/screenshots.ts'
import { commandTerminal, createTerminal, issueCode, listTerminals } from '../domain/terminals/terminals.ts'
import { control, noInput } from './control.ts'

const newTerminal = z.strictObject({ name: z.string().trim().min(1).max(60) })
const remoteConfig = z.unknown().transform((json, context) => {
  const { config, wrong } = readRemoteConfig(json)
  for (const key of wrong ?? []) context.addIssue({ code: 'custom', path: [key], message: 'invalid' })
  return config ?? z.NEVER
})
const command = z.discriminatedUnion('command', [
  z.strictObject({ command: z.enum(['restart', 'screenshot', 'outOfService', 'inService', 'revoke']) }),
  z.strictObject({ command: z.literal('configure'), config: remoteConfig }),
])

/** Controls of a venue's terminals. */
export function registerTerminalControls(scope: FastifyInstance, deps: AppDeps): void {
  control(scope, ['GET', 'terminals'], 'The terminals with their health', noInput, () => listTerminals(deps))

  control(
    scope,
    ['POST', 'terminals'],
    'A new terminal, with its first enrolment code',
    newTerminal,
    async ({ input: { name } }) => {
      return deps.db.tx(async (tx) => {
        const terminalId = await createTerminal(deps, tx, name)
        return { terminalId, ...(await issueCode(deps, tx, terminalId)) }
      })
    },
  )

  control(
    scope,
    ['POST', 'terminals/:id/code'],
    'A new enrolment code for a terminal',
    noInput,
    ({ params: { id = '' } }) => deps.db.tx((tx) => issueCode(deps, tx, id)),
  )

  control(
    scope,
    ['POST', 'terminals/:id'],
    'Restart, take out of service, put back, configure, revoke a terminal, or ask it for a screenshot',
    command,
    async ({ params: { id = '' }, input }) => deps.db.tx((tx) => commandTerminal(deps, tx, id, input)),
  )

  scope.get<{ Params: { id: string } }>(
    '/sandbox/api/terminals/:id/screenshot',
    {
      schema: { tags: ['sandbox'], summary: 'The last screenshot of a terminal', security: [] },
      config: { described: { file: 'image/jpeg' } },
    },
    async ({ params: { id } }, reply) => reply.type('image/jpeg').send(await readScreenshot(deps, id)),
  )

  scope.get<{ Params: { id: string } }>(
    '/sandbox/api/crashes/:id',
    {
      schema: { tags: ['sandbox'], summary: 'A crash report (minidump)', security: [] },
      config: { described: { file: 'application/gzip' } },
    },
    async ({ params: { id } }, reply) =>
      reply
        .type('application/gzip')
        .header('Content-Disposition', `attachment; filename="${id}.dmp.gz"`)
        .send(await readCrash(deps, id)),
  )
}
