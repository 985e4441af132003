import { generateKeyPairSync, randomUUID, sign, verify, type KeyObject } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gamePage, gameScript } from './hub88Page.ts'

const signatureHeader = 'x-hub88-signature'

type WalletCall = `user/${'info' | 'balance'}` | `transaction/${'bet' | 'win' | 'rollback'}`

/** What our wallet says to Hub88. */
export interface Hub88Answer {
  /** Such as `RS_OK`. */
  status: string
  request_uuid?: string
  user?: string
  currency?: string
  balance?: number
}

export interface Hub88Launch {
  user: string
  token: string
  game_code: string
  lang: string
  currency: string
  platform: string
  lobby_url: string
  ip: string
  operator_id: number
}

/** A game of the peer's list, with the fields of the public interface. */
export const hub88Game = (code: string, more: Record<string, unknown> = {}) => ({
  game_code: code,
  name: code.replaceAll('_', ' '),
  enabled: true,
  product: 'Peer Studio',
  platforms: ['GPL_DESKTOP', 'GPL_MOBILE'],
  rtp: '96.50',
  blocked_countries: [],
  freebet_support: true,
  ...more,
})

/**
 * Hub88 and a studio behind it on this machine: answers our calls about games, and serves a page whose rounds its server
 * plays by signed calls to our wallet. It uses none of our code.
 */
export class Hub88Peer {
  games: object[] = [hub88Game('peer_wheel')]
  readonly launches: Hub88Launch[] = []
  /** The address of the wallet, when there is one to call over the network. */
  walletUrl = ''
  readonly #ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #folder = mkdtempSync(join(tmpdir(), 'hub88-'))
  readonly #server: Server
  #url = 'http://127.0.0.1:1'

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request).then(
        ({ status = 200, type = 'application/json', body }) => {
          response.writeHead(status, { 'content-type': type })
          response.end(typeof body === 'string' ? body : JSON.stringify(body))
        },
        (error: unknown) => {
          response.writeHead(500)
          response.end(String(error))
        },
      )
    })
  }

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get url(): string {
    return this.#url
  }

  get theirKey(): KeyObject {
    return this.#theirs.privateKey
  }

  /** The environment of a server that has this peer as its provider. */
  get env(): Record<string, string> {
    const file = (name: string, key: KeyObject, type: 'pkcs8' | 'spki') => {
      const path = join(this.#folder, name)
      writeFileSync(path, key.export({ type, format: 'pem' }))
      return path
    }
    return {
      GAME_PROVIDERS: 'hub88',
      HUB88_API_URL: this.#url,
      HUB88_OPERATOR_ID: '7',
      HUB88_PRIVATE_KEY_FILE: file('ours.pem', this.#ours.privateKey, 'pkcs8'),
      HUB88_PUBLIC_KEY_FILE: file('theirs.pem', this.#theirs.publicKey, 'spki'),
      HUB88_GAME_ORIGINS: this.#url,
      HUB88_IMAGE_ORIGINS: this.#url,
    }
  }

  /** A call to the wallet, signed by `key`. */
  signed(call: WalletCall, data: object, key: KeyObject = this.#theirs.privateKey) {
    const body = JSON.stringify({ request_uuid: randomUUID(), ...data })
    return {
      path: `/provider/games/hub88/${call}`,
      body,
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: sign('RSA-SHA256', Buffer.from(body), key).toString('base64'),
      },
    }
  }

  async #wallet(call: WalletCall, data: object): Promise<Hub88Answer> {
    const { path, body, headers } = this.signed(call, data)
    const response = await fetch(`${this.walletUrl}${path}`, { method: 'POST', headers, body })
    return (await response.json()) as Hub88Answer
  }

  async #answer(request: IncomingMessage): Promise<{ status?: number; type?: string; body: unknown }> {
    const url = new URL(request.url ?? '/', this.#url)
    const body = await textOf(request)
    if (url.pathname.startsWith('/operator/generic/v2/')) {
      const signature = Buffer.from(String(request.headers[signatureHeader]), 'base64')
      if (!verify('RSA-SHA256', Buffer.from(body), this.#ours.publicKey, signature))
        return { status: 401, body: { error: 'invalid signature' } }
      if (url.pathname.endsWith('/game/list')) return { body: this.games }
      const launch = JSON.parse(body) as Hub88Launch
      this.launches.push(launch)
      const query = new URLSearchParams({ launch: String(this.launches.length - 1), lobby: launch.lobby_url })
      return { body: { url: `${this.#url}/game?${query.toString()}` } }
    }
    if (url.pathname === '/game') return { type: 'text/html; charset=utf-8', body: gamePage }
    if (url.pathname === '/game.js') return { type: 'text/javascript', body: gameScript }
    if (url.pathname === '/spin') return { body: await this.#spin(JSON.parse(body) as Spin) }
    return { status: 404, body: { error: 'not found' } }
  }

  /** One round: a bet, and its win or loss as the page wants it. */
  async #spin({ launch, units, wins }: Spin): Promise<Hub88Answer> {
    const { user, token, game_code, currency } = this.launches[launch] ?? fail('no such launch')
    const round = { user, token, game_code, currency, round: randomUUID() }
    const bet = randomUUID()
    const placed = await this.#wallet('transaction/bet', { ...round, transaction_uuid: bet, amount: units })
    if (placed.status !== 'RS_OK') return placed
    return this.#wallet('transaction/win', {
      ...round,
      transaction_uuid: randomUUID(),
      reference_transaction_uuid: bet,
      amount: wins,
      round_closed: true,
    })
  }
}

interface Spin {
  launch: number
  units: number
  wins: number
}

function fail(message: string): never {
  throw new Error(message)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
