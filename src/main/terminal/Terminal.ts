import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { AxiosInstance } from 'axios'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { isEnvelope } from '#contract/errors.ts'
import type { HttpReply } from '#contract/ipc.ts'
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
import { createHttpClient, type NetFetch } from '#http/httpClient.ts'
import { ordersSchema, readTerminal, writeTerminal, type TerminalRecord } from './terminalFile.ts'
import { whyNotWritable } from '../dataFolder.ts'
import { reasonOf } from '../reasonOf.ts'

export interface TerminalDeps {
  fetch: NetFetch
  serverUrl: string
  /** Where its record is. */
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

/** A body with the terminal's signature. */
export interface Signed {
  body: string
  headers: Record<string, string>
}

/** Of the server. */
type Reply = Pick<HttpReply, 'httpStatus' | 'body'>

const timeoutMs = 10_000
const ok = 200
const conflict = 409
const tooMany = 429
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
  readonly #client: AxiosInstance
  #record: TerminalRecord | null
  #sequence = 0
  /** The server accepts growing sequences only, so one signed call must not overtake another. */
  readonly #oneByOne = pLimit(1)
  #timer: NodeJS.Timeout | undefined
  /** For a terminal that the server no longer accepts; '' when there is none, or it was tried. */
  #newCode = ''

  constructor(deps: TerminalDeps) {
    this.#deps = deps
    this.#client = createHttpClient({ net: deps, timeoutMs })
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

  /**
   * Exchanges a code for an identity. Returns whether the next start has it. Throws while the server cannot say, and while the disk
   * cannot be written: the code, which is good for one enrolment, is not used then.
   */
  async enrol(code: string): Promise<boolean> {
    const problem = whyNotWritable(this.#deps.folder)
    if (problem !== null) throw new Error(`enrolment: ${problem}`)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const body: Enrolment = {
      code,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    }
    const reply = await this.#post(terminalCalls.enrol, { body: JSON.stringify(body), headers: {} })
    const { httpStatus } = reply
    if (httpStatus !== ok) {
      // The code is as good as before.
      if (httpStatus === tooMany || httpStatus >= 500) throw new Error(`enrolment: ${httpStatus}`)
      console.error(`palpite: this terminal was not enrolled: ${httpStatus}`)
      return false
    }
    const { terminalId, serverKey } = v.parse(enrolled, reply.body).data
    const isSaved = this.#save({
      serverUrl: this.#deps.serverUrl,
      terminalId,
      serverKey,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      orders: null,
      restarted: 0,
      pictured: 0,
    })
    console.info(`palpite: enrolled as terminal ${terminalId}`)
    return isSaved
  }

  /** Calls the server now and from then on. With `newCode` it is enrolled again, once the server does not accept it any more. */
  start(newCode = ''): void {
    if (this.#timer !== undefined) return
    this.#newCode = newCode
    const { orders = null, pictured = 0 } = this.#record ?? {}
    if (orders !== null && orders.screenshot > pictured) this.#deps.onScreenshot()
    const repeat = async () => {
      const seconds = await this.#beat().catch((error: unknown) => {
        console.warn('terminal: no contact', reasonOf(error))
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
    const { httpStatus, body } = await this.#call<Heartbeat>(terminalCalls.heartbeat, record, {
      health: this.#deps.health(),
      ordersVersion: record.orders?.version ?? 0,
    })
    if (httpStatus === 403) {
      // Revoked, or unknown to a server whose database is another one.
      console.warn('terminal: the server does not accept this terminal')
      this.#deps.onService(false)
      return (await this.#enrolAgain(record)) ? 1 : retrySeconds
    }
    if (httpStatus !== ok) throw new Error(`heartbeat: ${httpStatus}`)
    const { orders, release, intervalSeconds } = v.parse(heartbeatReply, body).data
    if (release) this.#deps.onRelease(release)
    const accepted = orders && acceptedOrders(orders, record)
    if (accepted) this.#follow(accepted)
    else this.#deps.onService(this.inService)
    // The next call tells the server that its orders arrived.
    return accepted ? 1 : intervalSeconds
  }

  /** Returns whether the server accepted the code. Until it responds the code stays, and so does the record. */
  async #enrolAgain(before: TerminalRecord): Promise<boolean> {
    if (this.#newCode === '') return false
    const isSaved = await this.enrol(this.#newCode)
    this.#newCode = ''
    // Unsaved the next start would be the terminal of before, with a code that is used up.
    if (isSaved && !isSame(before.orders?.config ?? {}, {}))
      this.#deps.onRestart('its settings were those of an earlier enrolment')
    return this.#record !== before
  }

  #follow(orders: TerminalOrders): void {
    const before = this.#record
    if (!before) return
    const current = before.orders?.config ?? {}
    const { wrong } = readRemoteConfig(orders.config)
    if (wrong) console.error(`refused: settings of the operator: ${wrong.join(', ')}`)
    const config = wrong ? current : orders.config
    const isRestart = orders.restart > before.restarted
    const isSaved = this.#save({
      ...before,
      orders: { ...orders, config },
      restarted: Math.max(orders.restart, before.restarted),
    })
    console.info(`terminal: follows orders ${orders.version}`)
    if (orders.screenshot > before.pictured) this.#deps.onScreenshot()
    this.#deps.onService(orders.inService)
    // The next start would know nothing of it, get the same orders and start again.
    if (!isSaved) return
    if (isRestart) this.#deps.onRestart('the operator asked for it')
    else if (!isSame(config, current)) this.#deps.onRestart('the operator changed settings')
  }

  /** Sends what the operator asked for. A JPEG that is too large is not sent. */
  async sendScreenshot(image: Buffer): Promise<void> {
    const record = this.#record
    if (!record?.orders || image.length > largestScreenshot) return
    const version = record.orders.screenshot
    const { httpStatus } = await this.#call<Screenshot>(terminalCalls.screenshot, record, {
      version,
      image: image.toString('base64'),
    })
    if (httpStatus !== ok) throw new Error(`screenshot: ${httpStatus}`)
    this.#save({ ...(this.#record ?? record), pictured: version })
    console.info('terminal: sent a screenshot')
  }

  /** One of this terminal's processes crashed. Throws before the enrolment. */
  sendCrash(report: Omit<CrashReport, keyof SignedCall>): Promise<Reply> {
    if (!this.#record) throw new Error('not enrolled')
    return this.#call<CrashReport>(terminalCalls.crash, this.#record, report)
  }

  /** Signs a call of the page, which only a terminal may make, for `post` to send. Throws before the enrolment. */
  send(path: string, content: object, post: (signed: Signed) => Promise<Reply>): Promise<Reply> {
    if (!this.#record) throw new Error('not enrolled')
    return this.#call(path, this.#record, content, post)
  }

  /** Returns whether it is on the disk. */
  #save(record: TerminalRecord): boolean {
    this.#record = record
    try {
      writeTerminal(this.#deps.folder, record)
      return true
    } catch (error) {
      console.error('palpite: terminal.json cannot be written', reasonOf(error))
      return false
    }
  }

  /** A call that is signed with the terminal's key. */
  #call<Call extends SignedCall>(
    path: string,
    record: TerminalRecord,
    content: Omit<Call, keyof SignedCall>,
    post = (signed: Signed) => this.#post(path, signed),
  ): Promise<Reply> {
    return this.#oneByOne(async () => {
      const reply = await post(this.#sign(path, record, content))
      if (reply.httpStatus !== conflict) return reply
      const behind = v.safeParse(replayed, reply.body)
      if (!behind.success) return reply
      // The terminal's clock was set back.
      this.#sequence = behind.output.data.sequence
      return post(this.#sign(path, record, content))
    })
  }

  #sign(path: string, { terminalId, privateKey }: TerminalRecord, content: object): Signed {
    // Grows across restarts without being stored.
    this.#sequence = Math.max(this.#sequence + 1, Date.now())
    const body = JSON.stringify({ ...content, terminalId, sequence: this.#sequence })
    return { body, headers: { [terminalSignatureHeader]: signWith(privateKey, path, body) } }
  }

  async #post(path: string, { body, headers }: Signed): Promise<Reply> {
    const { status, data } = await this.#client.post<unknown>(path, body, {
      headers: { ...headers, 'Content-Type': 'application/json' },
      validateStatus: null,
    })
    // A network's login page must not take the terminal out of service, whatever status it has.
    if (!isEnvelope(data)) throw new Error(`not the response of the server: ${status}`)
    return { httpStatus: status, body: data }
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
