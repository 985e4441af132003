import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as schema from '#contract/http/phone.schema.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import { terminalHeader } from '#contract/terminal.ts'
import type { AppDeps } from '../deps.ts'
import { createPhoneLink, readPhoneLink } from '../domain/accounts/loginLinks.ts'
import {
  approveTerminalLogin,
  collectTerminalLogin,
  readTerminalLogin,
  startTerminalLogin,
} from '../domain/accounts/terminalLogins.ts'
import { endpoint } from './endpoint.ts'

const tag = 'auth'

/** Calls between a venue's terminal and the player's phone. */
export function registerPhone(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    phoneCalls.newLink,
    schema.newPhoneLink,
    async ({ player }) => ({ data: await createPhoneLink(deps, player.session) }),
    { tag, summary: "A one-time link for the player's phone, which a terminal shows as a QR code" },
  )
  endpoint(
    app,
    deps,
    phoneCalls.link,
    schema.phoneLink,
    async ({ player, params }) => ({ data: await readPhoneLink(deps, player.userId, params.linkId) }),
    { tag, summary: 'Whether the phone has used the link' },
  )
  endpoint(
    app,
    deps,
    phoneCalls.startLogin,
    schema.startTerminalLogin,
    async ({ request, caller }) => ({
      data: await startTerminalLogin(deps, { terminalId: terminalOf(request), deviceId: caller.deviceId }),
    }),
    { tag, summary: 'A terminal asks to be logged in by a phone' },
  )
  endpoint(
    app,
    deps,
    phoneCalls.collectLogin,
    schema.collectTerminalLogin,
    async ({ body, request, caller }) => {
      const terminal = { terminalId: terminalOf(request), deviceId: caller.deviceId }
      const token = await collectTerminalLogin(deps, body.secret, terminal)
      if (token === undefined) return { data: { state: 'waiting' as const } }
      return { data: { state: 'approved' as const, access_token: token } }
    },
    { tag, summary: "The terminal's session, once a phone has approved it" },
  )
  endpoint(
    app,
    deps,
    phoneCalls.login,
    schema.terminalLogin,
    async ({ params }) => ({ data: await readTerminalLogin(deps, params.code) }),
    { tag, summary: 'Which terminal asks to be logged in' },
  )
  endpoint(
    app,
    deps,
    phoneCalls.approveLogin,
    schema.approveTerminalLogin,
    async ({ player, body }) => {
      await approveTerminalLogin(deps, player.session, body.code)
      return { data: null }
    },
    { tag, summary: 'Log the terminal in' },
  )
}

function terminalOf({ headers }: FastifyRequest): string {
  const id = headers[terminalHeader]
  return typeof id === 'string' ? id : ''
}
