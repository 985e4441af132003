import { randomUUID } from 'node:crypto'
import {
  sign,
  signatureHeader,
  timestampHeader,
  webhookKey,
} from '#server/providers/payment/sandbox/signature.ts'
import type { Db } from '#server/db/client.ts'
import { Sandbox, type SandboxUser } from '../../../scripts/Sandbox.ts'
import { webhookSecret, type Lab } from './Lab.ts'
import { dataOf, callOutcomeOf, send, type CallResult, type Call } from './send.ts'

export interface Player {
  userId: string
  username: string
  token: string
}

/** The option that all tickets bet on: the home side wins, at odds of 2. */
export const homeWins = 'winner:1:home:3'

/** A server, its database, and the players on it. Both may be replaced. */
export class Stage {
  readonly lab: Lab
  db: Db
  url: string

  constructor(lab: Lab, db: Db, url: string) {
    this.lab = lab
    this.db = db
    this.url = url
  }

  get sandbox(): Sandbox {
    return new Sandbox(this.url)
  }

  /** Creates a verified player. All players have the same seeds, and therefore the same outcomes. */
  async player(fields: Partial<SandboxUser> = {}): Promise<Player> {
    // At the highest level, no level bonus can interfere.
    const { username, token } = await this.sandbox.createUser({ balance: 1_000, level: 12, ...fields })
    const [user] = await this.db.read<{ id: string }>('select id from users where lower(email) = lower($1)', [
      username,
    ])
    return { userId: user?.id ?? '', username, token }
  }

  /** Makes a call and records its outcome in the journal. */
  async send(
    call: Call,
    options: { alone?: boolean; timeoutMs?: number; url?: string } = {},
  ): Promise<CallResult> {
    const response = await send(options.url ?? this.url, call, options)
    this.lab.journal.operation(call.kind, callOutcomeOf(response))
    return response
  }

  /** Makes a call that must succeed. */
  async done<Data = Record<string, unknown>>(call: Call): Promise<Data> {
    return dataOf<Data>(await this.send({ key: randomUUID(), ...call }))
  }

  get<Data>(token: string, path: string): Promise<Data> {
    return this.done<Data>({ kind: 'read', method: 'GET', path, token })
  }

  control<Data = Record<string, unknown>>(path: string, body: object): Promise<Data> {
    return this.done<Data>({ kind: 'control', path: `/sandbox/api/${path}`, body })
  }

  /** The server's time. */
  async now(): Promise<Date> {
    const { offsetMs } = await this.done<{ offsetMs: number }>({
      kind: 'control',
      method: 'GET',
      path: '/sandbox/api/clock',
    })
    return new Date(Date.now() + offsetMs)
  }

  /** Creates a match that kicks off in an hour; returns its id. */
  async match(): Promise<string> {
    const { matchId } = await this.sandbox.scriptMatch({ odds: { [homeWins]: 2 } })
    return String(matchId)
  }

  /** Opens a slot session, as the game's frame does; returns its token. */
  async enterSlot({ token }: Player): Promise<string> {
    const { ticket } = await this.done<{ ticket: string }>({
      kind: 'slot session',
      path: '/api/app/game/session/carnaval',
      body: {},
      token,
    })
    const body = { ticket, gameCode: 'carnaval' }
    return (await this.done<{ token: string }>({ kind: 'slot session', path: '/api/games/session', body }))
      .token
  }

  /** Opens a deposit of R$ 100 with a gift of R$ 30, which a player gets once. */
  openOrder({ token }: Player, { withGift = true } = {}): Promise<{ orderId: string; payNo: string }> {
    return this.done(prePay(token, { withGift }))
  }

  /** The payment provider's notification about an order; `change` forges its values. */
  async notification(
    orderId: string,
    change: {
      result?: 'paid' | 'cancelled' | 'failed' | 'expired'
      amount?: number
      payNo?: string
      secret?: string
      timestamp?: number
    } = {},
  ): Promise<Call> {
    const [order] = await this.db.read<{ pay_no: string; amount: number }>(
      'select pay_no, principal - discount as amount from orders where id = $1',
      [orderId],
    )
    const body = JSON.stringify({
      orderId,
      payNo: change.payNo ?? order?.pay_no,
      result: change.result ?? 'paid',
      amount: change.amount ?? order?.amount,
      payerCpf: null,
    })
    const timestamp = String(change.timestamp ?? (await this.now()).getTime())
    return {
      kind: 'payment notification',
      path: '/provider/sandbox/webhook',
      body,
      headers: {
        [timestampHeader]: timestamp,
        [signatureHeader]: sign(webhookKey(change.secret ?? webhookSecret), timestamp, body),
      },
    }
  }
}

export function prePay(token: string, { withGift = true } = {}): Call {
  return {
    kind: 'order',
    path: '/api/app/order/prePay/brl-100',
    body: { gift: withGift ? 1 : 0, isapp: 0 },
    form: true,
    token,
  }
}
