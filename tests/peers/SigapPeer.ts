import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { testReasons } from '../../src/server/providers/blockedPersons/BlockedPersons.ts'
import { sharedCertificates } from './BankPeer.ts'

/** What the register says instead of an answer: a status, a text, or nothing. */
type Fault = { status: number } | { text: string } | 'cut'

const paths = { token: '/recepcao-autenticacao/token', person: '/impedimento/v2/condicao/' }
/** As the register says it: seven days. */
const tokenSeconds = 604_800

/**
 * Brazil's register of blocked persons for tests, as public code of operators uses it: nobody gets in without a client
 * certificate, a token is given for that, and the CPFs that are published for trying it out are blocked.
 */
export class SigapPeer {
  /** Whom it blocks, and why. */
  readonly blocked = new Map<string, readonly string[]>(Object.entries(testReasons))
  /** `method path` of every call, in order. */
  readonly calls: string[] = []
  /** The CPFs that it was asked about. */
  readonly asked: string[] = []
  /** The next answers about persons; the first comes first. */
  readonly faults: Fault[] = []
  /** It does not answer about anybody. */
  isSilent = false
  /** The lots that it has accepted, by family, as they were signed. */
  readonly lots: { family: string; xml: string }[] = []
  /** The next answers about lots. */
  readonly lotFaults: Fault[] = []
  /** The number of its last answer. */
  lastRequestId = ''
  readonly #tls: Awaited<ReturnType<typeof sharedCertificates>>
  readonly #tokens = new Set<string>()
  readonly #server: Server

  private constructor(tls: Awaited<ReturnType<typeof sharedCertificates>>) {
    this.#tls = tls
    const { ca, server } = tls
    this.#server = createServer(
      { cert: server.cert, key: server.key, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
      async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const answer = this.#answer(request, Buffer.concat(chunks).toString('utf8'))
        if (answer === 'cut') return void (request.socket as TLSSocket).destroy()
        if ('text' in answer) return void response.end(answer.text)
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.body ?? {}))
      },
    )
  }

  static async start(port = 0): Promise<SigapPeer> {
    const peer = new SigapPeer(await sharedCertificates())
    await new Promise<void>((resolve) => peer.#server.listen(port, '127.0.0.1', resolve))
    return peer
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The environment of a server that asks this register. The certificates are written into `folder`. */
  environment(folder: string): Record<string, string> {
    const file = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text, { mode: 0o600 })
      return path
    }
    return {
      BLOCKED_PERSONS: 'sigap',
      SIGAP_URL: `${this.url}${paths.person}{cpf}`,
      SIGAP_TOKEN_URL: `${this.url}${paths.token}`,
      SIGAP_RECEPTION_URL: `${this.url}/recepcao`,
      SIGAP_CERTIFICATE_FILE: file('sigap-client.pem', this.#tls.client.cert),
      SIGAP_PRIVATE_KEY_FILE: file('sigap-client.key', this.#tls.client.key),
      SIGAP_AUTHORITY_FILE: file('sigap-authority.pem', this.#tls.ca.cert),
    }
  }

  /** No token that was given out is accepted any more. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #answer(
    request: IncomingMessage,
    body: string,
  ): { status: number; body?: object } | { status?: never; text: string } | 'cut' {
    const path = request.url ?? '/'
    this.calls.push(`${request.method} ${path.startsWith(paths.person) ? paths.person : path}`)
    if (request.method === 'POST' && path === paths.token) {
      const token = randomUUID()
      this.#tokens.add(token)
      return { status: 200, body: { token, expires_in: tokenSeconds } }
    }
    const family = /^\/recepcao\/(\w+)\/lote$/.exec(path)?.[1]
    if (request.method === 'POST' && family !== undefined) return this.#receive(request, family, body)
    if (request.method !== 'GET' || !path.startsWith(paths.person)) return { status: 404 }
    if (!this.#isKnown(request)) return { status: 401 }
    if (this.isSilent) return 'cut'
    const fault = this.faults.shift()
    if (fault) return fault
    const cpf = path.slice(paths.person.length)
    this.asked.push(cpf)
    const reasons = this.blocked.get(cpf)
    this.lastRequestId = randomUUID()
    const isSelf = reasons?.includes('AUTOEXCLUSAO_CENTRALIZADA') === true
    return {
      status: 200,
      body: {
        resultado: reasons ? 'IMPEDIDO' : 'NAO_IMPEDIDO',
        ...(reasons && { motivos: reasons }),
        ...(isSelf && { dataSolicitacaoAutoexclusao: '2026-10-01T12:00:00.000' }),
        idRequisicao: this.lastRequestId,
      },
    }
  }

  #isKnown(request: IncomingMessage): boolean {
    return this.#tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
  }

  #receive(
    request: IncomingMessage,
    family: string,
    body: string,
  ): { status: number; body?: object } | { status?: never; text: string } | 'cut' {
    if (!this.#isKnown(request)) return { status: 401 }
    const fault = this.lotFaults.shift()
    if (fault) return fault
    const { lote } = JSON.parse(body) as { lote: string }
    const xml = gunzipSync(Buffer.from(lote, 'base64')).toString('utf8')
    // It knows a lot by its content.
    if (this.lots.some((lot) => lot.xml === xml)) return { status: 409 }
    this.lots.push({ family, xml })
    return { status: 200, body: { idMovimento: `mov-${this.lots.length}` } }
  }
}
