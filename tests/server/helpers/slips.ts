import { randomUUID } from 'node:crypto'
import type { TicketWire } from '#contract/http/sports.ts'
import { acceptTickets } from '#server/sports/acceptance.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { FakeFeed } from './fakeFeed.ts'
import { createTestApp } from './testApp.ts'

const HOME = 'winner:1:home:3'

/** A server whose matches a test controls, and bet slips on them, placed like the client does. */
export async function createSlips(env: Record<string, string> = {}) {
  const feed = new FakeFeed()
  const server = await createTestApp(env, { feed })
  const { deps, get, post, createUser } = server
  const now = () => deps.clock.now()
  const keyed = (token: string, key: string = randomUUID()) => ({
    token,
    headers: { 'idempotency-key': key },
  })
  const leg = (matchId: string, odds = 2, key = HOME) => ({ matchId, key, odds })

  return {
    server,
    feed,
    now,
    leg,
    /** Adds a match whose home side wins at these odds. */
    match: (odds = 2, options: Parameters<FakeFeed['add']>[2] = {}) =>
      feed.add(now(), { [HOME]: odds }, options),
    /** Adds a match that is in its first half. */
    live: (odds = 2, key = HOME) => {
      const id = feed.add(now(), { [key]: odds }, { startsInMs: -600_000 })
      feed.period(id, 1, now())
      return id
    },
    player: (balance = 100, more: object = {}) => createUser({ balance, ...more }),
    bet: (
      { token }: { token: string },
      legs: { matchId: string; key: string; odds: number }[],
      { key, ...more }: { key?: string; amount?: number; policy?: string; [field: string]: unknown } = {},
    ) =>
      post<TicketWire>(
        '/api/app/sports/bet',
        { amount: 10, policy: 'ask', legs, ...more },
        keyed(token, key),
      ),
    cashOut: (
      { token }: { token: string },
      ticketId: string,
      { key, ...more }: { key?: string; amount?: number; [field: string]: unknown } = {},
    ) => post<TicketWire>('/api/app/sports/cashOut', { ticketId, amount: 0, ...more }, keyed(token, key)),
    ticket: async ({ token }: { token: string }, id: string, lang = 'pt_BR') =>
      (await get<TicketWire>(`/api/app/sports/ticket/${id}`, { token, lang })).data,
    list: async ({ token }: { token: string }, query: string) =>
      (
        await get<{ list: TicketWire[]; next: string | null }>(`/api/app/sports/tickets?${query}`, {
          token,
        })
      ).data,
    wallet: ({ uId }: { uId: string }) => deps.ledger.wallet(deps.db, uId),
    /** In cents. */
    balance: async ({ uId }: { uId: string }): Promise<number> =>
      (await deps.ledger.wallet(deps.db, uId)).cash,
    settle: () => settleTickets(deps),
    accept: () => acceptTickets(deps),
  }
}
