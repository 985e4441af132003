import type { FastifyReply, FastifyRequest } from 'fastify'
import { terminalHeader } from '#contract/terminal.ts'
import type { AppDeps } from '../../deps.ts'
import { isTerminalAt } from '../../domain/accounts/marks.ts'
import type { Device } from '../../domain/accounts/sessions.ts'
import { browserIdOf } from '../browserCookie.ts'
import type { Caller } from '../caller.ts'

/** The caller with the browser, unless it is an enrolled terminal, which is everybody's. */
export async function originOf(
  deps: AppDeps,
  call: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
): Promise<Caller & Device> {
  const { caller, request, reply } = call
  const header = request.headers[terminalHeader]
  const terminalId = typeof header === 'string' ? header.slice(0, 64) : undefined
  const isTerminal = terminalId !== undefined && (await isTerminalAt(deps, terminalId, caller.ip))
  return {
    ...caller,
    terminalId,
    isTerminal,
    browserId: isTerminal ? undefined : browserIdOf(request, reply),
  }
}
