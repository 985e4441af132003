import type { FastifyInstance } from 'fastify'
import { passkeyCalls } from '#contract/http/passkeys.ts'
import * as schema from '#contract/http/passkeys.schema.ts'
import type { AppDeps } from '../deps.ts'
import {
  addPlayerPasskey,
  listPlayerPasskeys,
  logInByPasskey,
  newPasskeyOptions,
  passkeyLoginOptions,
  removePlayerPasskey,
} from '../domain/accounts/playerPasskeys.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { originOf } from '../http/endpoints/origin.ts'
import { originsOf } from '../http/origins.ts'

const tag = 'auth'

/** Passkeys: the login with one, and a player's own. */
export function registerPasskeys(app: FastifyInstance, deps: AppDeps): void {
  const listOf = async (userId: string) => ({
    data: (await listPlayerPasskeys(deps.db, userId)).map(({ id, name, created_at, used_at }) => ({
      passkeyId: id,
      name,
      createdTime: created_at.toISOString(),
      usedTime: used_at?.toISOString() ?? null,
    })),
  })

  endpoint(
    app,
    deps,
    passkeyCalls.loginOptions,
    schema.loginOptions,
    async ({ request }) => ({
      data: { ...(await passkeyLoginOptions(deps, originsOf(deps.config, request).product)) },
    }),
    { tag, summary: 'A challenge for the login with a passkey' },
  )

  endpoint(
    app,
    deps,
    passkeyCalls.login,
    schema.login,
    async ({ body, ...call }) => {
      const origin = originsOf(deps.config, call.request).product
      const device = await originOf(deps, call)
      return {
        data: { access_token: await logInByPasskey(deps, { origin, response: body.response }, device) },
      }
    },
    { tag, summary: 'Log in with a passkey' },
  )

  endpoint(app, deps, passkeyCalls.list, schema.list, ({ player }) => listOf(player.userId), {
    tag,
    summary: "The player's passkeys",
  })

  endpoint(
    app,
    deps,
    passkeyCalls.addOptions,
    schema.addOptions,
    async ({ body, player, ...call }) => {
      const { isTerminal, ip } = await originOf(deps, call)
      const origin = originsOf(deps.config, call.request).product
      const form = { origin, password: body.pwd, ip, isTerminal }
      return { data: { ...(await newPasskeyOptions(deps, player.session, form)) } }
    },
    { tag, summary: 'A challenge for a new passkey; needs the password' },
  )

  endpoint(
    app,
    deps,
    passkeyCalls.add,
    schema.add,
    async ({ body, player, request }) => {
      const origin = originsOf(deps.config, request).product
      await deps.db.tx((tx) => addPlayerPasskey(deps, tx, player.userId, { ...body, origin }))
      return listOf(player.userId)
    },
    { tag, summary: 'Store a new passkey' },
  )

  endpoint(
    app,
    deps,
    passkeyCalls.remove,
    schema.remove,
    async ({ body, player }) => {
      await deps.db.tx((tx) => removePlayerPasskey(deps, tx, player.userId, body.passkeyId))
      return listOf(player.userId)
    },
    { tag, summary: 'Remove a passkey' },
  )
}
