import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import {
  largestScreenshot,
  signedText,
  terminalCalls,
  terminalSignatureHeader,
  type CrashReport,
  type Enrolment,
  type Heartbeat,
  type Screenshot,
  type SignedCall,
  type SignedOrders,
  type TerminalHealth,
  type TerminalOrders,
} from '#contract/terminal.ts'
import { ordersSchema, readTerminal, writeTerminal, type TerminalRecord } from './terminalFile.ts'

export interface TerminalDeps {
  fetch(url: string, init: RequestInit): Promise<Response>
  serverUrl: string
  /** The user data folder. */
  folder: string
  health(): TerminalHealth
  /** The terminal is to show that it is out of service, or to serve again. */
  onService(inService: boolean): void
  /** The operator asks for a restart, or has changed settings, which the next start reads. */
  onRestart(why: string): void
  /** The operator asks for a screenshot: `sendScreenshot` is to be called when no customer is there. */
  onScreenshot(): void
  /** The server offers a release; called again and again, with a text that changes with it. */
  onRelease(id: string): void
}

const timeoutMs = 10_000
const conflict = 409
/** After a call that failed. */
const retrySeconds = 5

const enrolled = v.object({ data: v.object({ terminalId: v.string(), serverKey: v.string() }) })
const heartbeatReply = v.object({
  data: v.object({
    orders: v.nullable(v.object({ orders: v.string(), signature: v.string() })),
    release: v.optional(v.nullable(v.string())),
    intervalSeconds: v.number(),
  }),
})
const replayed = v.object({ data: v.object({ sequence: v.number() }) })

/**
 * This terminal as its server knows it ("Terminals" in docs/product.md). It reports its health, and follows orders that
 * the server has signed for it and that are newer than those it has.
 */
export class Terminal {
  readonly #deps: TerminalDeps
  #record: TerminalRecord | null
  #sequence = 0
  /** The server accepts growing sequences only, so one signed call must not overtake another. */
  readonly #oneByOne = pLimit(1)
  #timer: NodeJS.Timeout | undefined

  constructor(deps: TerminalDeps) {
    this.#deps = deps
    const record = readTerminal(deps.folder)
    // The orders of another server mean nothing here.
    this.#record = record?.serverUrl === deps.serverUrl ? record : null
  }

  get id(): string | null {
    return this.#record?.terminalId ?? null
  }

  get inService(): boolean {
    return this.#record?.orders?.inService ?? true
  }

  /** Exchanges a code for an identity. Returns whether the server accepted it. */
  async enrol(code: string): Promise<boolean> {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const body: Enrolment = {
      code,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    }
    const response = await this.#post(terminalCalls.enrol, JSON.stringify(body))
    if (!response.ok) {
      console.error(`palpite: this terminal was not enrolled: ${response.status}`)
      return false
    }
    const { terminalId, serverKey } = v.parse(enrolled, await response.json()).data
    this.#save({
      serverUrl: this.#deps.serverUrl,
      terminalId,
      serverKey,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      orders: null,
      restarted: 0,
      pictured: 0,
    })
    console.info(`palpite: enrolled as terminal ${terminalId}`)
    return true
  }

  /** Calls the server now and from then on. */
  start(): void {
    if (this.#timer !== undefined) return
    const { orders = null, pictured = 0 } = this.#record ?? {}
    if (orders !== null && orders.screenshot > pictured) this.#deps.onScreenshot()
    const repeat = async () => {
      const seconds = await this.#beat().catch((error: unknown) => {
        console.warn('terminal: no contact', error instanceof Error ? error.message : error)
        return retrySeconds
      })
      this.#timer = setTimeout(() => void repeat(), seconds * 1_000)
    }
    void repeat()
  }

  /** Returns the seconds until the next call. */
  async #beat(): Promise<number> {
    const record = this.#record
    if (!record) return retrySeconds
    const response = await this.#call<Heartbeat>(terminalCalls.heartbeat, record, {
      health: this.#deps.health(),
      ordersVersion: record.orders?.version ?? 0,
    })
    if (response.status === 403) {
      // Revoked, or unknown to a server whose database is another one.
      console.warn('terminal: the server does not accept this terminal')
      this.#deps.onService(false)
      return retrySeconds
    }
    if (!response.ok) throw new Error(`heartbeat: ${response.status}`)
    const { orders, release, intervalSeconds } = v.parse(heartbeatReply, await response.json()).data
    if (release) this.#deps.onRelease(release)
    const accepted = orders && acceptedOrders(orders, record)
    if (accepted) this.#follow(accepted)
    else this.#deps.onService(this.inService)
    // The next call tells the server that its orders arrived.
    return accepted ? 1 : intervalSeconds
  }

  #follow(orders: TerminalOrders): void {
    const before = this.#record
    if (!before) return
    const current = before.orders?.config ?? {}
    const { wrong } = readRemoteConfig(orders.config)
    if (wrong) console.error(`refused: settings of the operator: ${wrong.join(', ')}`)
    const config = wrong ? current : orders.config
    const isRestart = orders.restart > before.restarted
    this.#save({
      ...before,
      orders: { ...orders, config },
      restarted: Math.max(orders.restart, before.restarted),
    })
    console.info(`terminal: follows orders ${orders.version}`)
    if (orders.screenshot > before.pictured) this.#deps.onScreenshot()
    this.#deps.onService(orders.inService)
    if (isRestart) this.#deps.onRestart('the operator asked for it')
    else if (!isSame(config, current)) this.#deps.onRestart('the operator changed settings')
  }

  /** Sends what the operator asked for. A JPEG that is too large is not sent. */
  async sendScreenshot(image: Buffer): Promise<void> {
    const record = this.#record
    if (!record?.orders || image.length > largestScreenshot) return
    const version = record.orders.screenshot
    const response = await this.#call<Screenshot>(terminalCalls.screenshot, record, {
      version,
      image: image.toString('base64'),
    })
    if (!response.ok) throw new Error(`screenshot: ${response.status}`)
    this.#save({ ...(this.#record ?? record), pictured: version })
    console.info('terminal: sent a screenshot')
  }

  /** One of this terminal's processes crashed. Throws before the enrolment. */
  sendCrash(report: Omit<CrashReport, keyof SignedCall>): Promise<Response> {
    if (!this.#record) throw new Error('not enrolled')
    return this.#call<CrashReport>(terminalCalls.crash, this.#record, report)
  }

  /** Signs a call of the page: what only a terminal may ask for. Throws before the enrolment. */
  send(path: string, content: object, headers: Record<string, string>): Promise<Response> {
    if (!this.#record) throw new Error('not enrolled')
    return this.#call(path, this.#record, content, headers)
  }

  #save(record: TerminalRecord): void {
    this.#record = record
    try {
      writeTerminal(this.#deps.folder, record)
    } catch (error) {
      console.error(
        'palpite: terminal.json cannot be written',
        error instanceof Error ? error.message : error,
      )
    }
  }

  /** A call that is signed with the terminal's key. */
  #call<Call extends SignedCall>(
    path: string,
    record: TerminalRecord,
    content: Omit<Call, keyof SignedCall>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#oneByOne(async () => {
      const response = await this.#sign(path, record, content, headers)
      if (response.status !== conflict) return response
      const behind = v.safeParse(replayed, await response.clone().json())
      if (!behind.success) return response
      // The terminal's clock was set back.
      this.#sequence = behind.output.data.sequence
      return this.#sign(path, record, content, headers)
    })
  }

  #sign(
    path: string,
    { terminalId, privateKey }: TerminalRecord,
    content: object,
    headers: Record<string, string>,
  ): Promise<Response> {
    // Grows across restarts without being stored.
    this.#sequence = Math.max(this.#sequence + 1, Date.now())
    const body = JSON.stringify({ ...content, terminalId, sequence: this.#sequence })
    return this.#post(path, body, {
      ...headers,
      [terminalSignatureHeader]: signWith(privateKey, path, body),
    })
  }

  #post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#deps.fetch(new URL(path, this.#deps.serverUrl).href, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
}

function isSame(one: object, other: object): boolean {
  const textOf = (config: object) => JSON.stringify(Object.entries(config).sort())
  return textOf(one) === textOf(other)
}

function signWith(privateKey: string, path: string, body: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(signedText(path, body)), key).toString('base64')
}

/** The orders, when the server signed them for this terminal and they are newer than those it has; else null. */
function acceptedOrders({ orders, signature }: SignedOrders, record: TerminalRecord): TerminalOrders | null {
  const key = createPublicKey({ key: Buffer.from(record.serverKey, 'base64'), format: 'der', type: 'spki' })
  const text = Buffer.from(signedText('orders', orders))
  if (!verify(null, text, key, Buffer.from(signature, 'base64'))) {
    console.error('refused: orders with a wrong signature')
    return null
  }
  const parsed = v.safeParse(ordersSchema, JSON.parse(orders))
  if (!parsed.success || parsed.output.terminalId !== record.terminalId) {
    console.error('refused: orders for another terminal')
    return null
  }
  return parsed.output.version > (record.orders?.version ?? 0) ? parsed.output : null
}
