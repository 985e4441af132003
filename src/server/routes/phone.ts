import type { FastifyInstance } from 'fastify'
import * as schema from '#contract/http/phone.schema.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import type { AppDeps } from '../deps.ts'
import { createPhoneLink, readPhoneLink } from '../domain/accounts/loginLinks.ts'
import { approveTerminalLogin, readTerminalLogin } from '../domain/accounts/terminalLogins.ts'
import { refuseKiosks } from '../domain/terminals/terminals.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

const tag = 'auth'

/** Calls between a venue's terminal and the player's phone; those that the terminal signs are in terminals.ts. */
export function registerPhone(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    phoneCalls.newLink,
    schema.newPhoneLink,
    async ({ player }) => {
      refuseKiosks(deps)
      return { data: await createPhoneLink(deps, player.session) }
    },
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
    phoneCalls.login,
    schema.terminalLogin,
    async ({ params }) => {
      refuseKiosks(deps)
      return { data: await readTerminalLogin(deps, params.code) }
    },
    { tag, summary: 'Which terminal asks to be logged in' },
  )
  endpoint(
    app,
    deps,
    phoneCalls.approveLogin,
    schema.approveTerminalLogin,
    async ({ player, body }) => {
      refuseKiosks(deps)
      await approveTerminalLogin(deps, player.session, body.code)
      return { data: null }
    },
    { tag, summary: 'Log the terminal in' },
  )
}
