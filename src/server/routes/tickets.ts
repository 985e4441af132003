import type { FastifyInstance } from 'fastify'
import { sportsCalls } from '#contract/http/sports.ts'
import * as schema from '#contract/http/sports.schema.ts'
import { fromWireWallet } from '#contract/http/wallet.ts'
import type { AppDeps } from '../deps.ts'
import { decodeCursor, encodeCursor } from '../http/cursors.ts'
import { placeTicket } from '../sports/bet.ts'
import { setAutoCashOut } from '../sports/autoCashOut.ts'
import { cashOutTicket } from '../sports/cashOut.ts'
import { sharedTicket, ticketLink } from '../sports/ticketLinks.ts'
import { listTickets, ticketById } from '../sports/ticketRows.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'
import { presentTicket } from '../presenters/ticket.ts'

const tag = 'sports'
const defaultLimit = 20

/** Calls of bet tickets: place, list, cash out. */
export function registerTickets(app: FastifyInstance, deps: AppDeps): void {
  moneyEndpoint(
    app,
    deps,
    sportsCalls.bet,
    schema.bet,
    async ({ tx, userId, body, caller }) => {
      const wallet = fromWireWallet(body.wallet)
      const ticket = await placeTicket(deps, tx, {
        ...body,
        userId,
        wallet,
        isCombined: body.combine ?? false,
      })
      return { data: presentTicket(deps, ticket, caller.language) }
    },
    {
      tag,
      summary: 'Places a single or a parlay; with a live leg it is accepted or refused three seconds later',
      takesBet: 'sports',
    },
  )
  endpoint(
    app,
    deps,
    sportsCalls.tickets,
    schema.tickets,
    async ({ player, query: { state, cursor, limit = defaultLimit }, caller }) => {
      const after = cursor === undefined ? {} : { after: decodeCursor(cursor) }
      const rows = await listTickets(deps.db, player.userId, { state, limit: limit + 1, ...after })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        data: {
          list: page.map((ticket) => presentTicket(deps, ticket, caller.language)),
          next: rows.length > limit && last ? encodeCursor(last) : null,
        },
      }
    },
    { tag, summary: "The player's bet slips, newest first" },
  )
  endpoint(
    app,
    deps,
    sportsCalls.ticket,
    schema.ticket,
    async ({ player, params, caller }) => ({
      data: presentTicket(deps, await ticketById(deps.db, player.userId, params.ticketId), caller.language),
    }),
    { tag, summary: 'One bet slip' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.ticketLink,
    schema.ticketLink,
    async ({ player, params, caller }) => {
      const ticket = await ticketById(deps.db, player.userId, params.ticketId)
      return {
        data: { ticket: presentTicket(deps, ticket, caller.language), url: ticketLink(deps, ticket.id) },
      }
    },
    { tag, summary: 'One bet slip, with the address that shows it on any device' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.sharedTicket,
    schema.sharedTicket,
    async ({ params, caller }) => {
      const { suspended: _, ...ticket } = presentTicket(
        deps,
        await sharedTicket(deps, params.code),
        caller.language,
      )
      return { data: { ...ticket, cashOut: null, autoCashOut: null } }
    },
    { tag, summary: 'The bet slip of such an address, for everybody who has it: nothing in it is personal' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.autoCashOut,
    schema.autoCashOut,
    async ({ player: { userId }, body: { ticketId, amount }, caller }) => {
      const wanted = { userId, ticketId, amount: amount === 0 ? null : amount }
      const ticket = await deps.db.tx((tx) => setAutoCashOut(tx, wanted))
      return { data: presentTicket(deps, ticket, caller.language) }
    },
    { tag, summary: 'Sets or removes the value from which on a ticket is cashed out by itself' },
  )
  moneyEndpoint(
    app,
    deps,
    sportsCalls.cashOut,
    schema.cashOut,
    async ({ tx, userId, body, caller }) => ({
      data: presentTicket(deps, await cashOutTicket(deps, tx, { ...body, userId }), caller.language),
    }),
    {
      tag,
      summary:
        'Cashes out a ticket or a part of its stake at its current value, if that is at least the amount',
    },
  )
}
