import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { createCA, createCert } from 'mkcert'
import { SMTPServer } from 'smtp-server'

/** What the mail server does with the next mail: answers the recipient or the content with a code, or hangs up. */
export type SmtpFault = { at: 'recipient' | 'content'; code: number } | { at: 'content'; hangUp: true }

const smtpUser = { user: 'palpite', pass: 'Segredo/123' }

/** A mail server on this machine, with STARTTLS and a certificate of an authority of its own. */
export class SmtpPeer {
  readonly mails: ParsedMail[] = []
  /** The sources of `mails`. */
  readonly sources: string[] = []
  /** Whether each connection that logged in was encrypted. */
  readonly logins: boolean[] = []
  readonly faults: SmtpFault[] = []
  #server: SMTPServer | undefined
  #port = 0

  private constructor(
    readonly authority: string,
    readonly host: string,
    readonly tls: { key: string; cert: string } | undefined,
  ) {}

  /** Without `startTls` it offers no encryption. */
  static async start({ host = '127.0.0.1', startTls = true } = {}): Promise<SmtpPeer> {
    const place = { countryCode: 'BR', state: 'SP', locality: 'SP', validity: 2 }
    const ca = await createCA({ organization: 'A test', ...place })
    const { key, cert } = await createCert({
      domains: [host],
      validity: 2,
      ca: { key: ca.key, cert: ca.cert },
    })
    const peer = new SmtpPeer(ca.cert, host, startTls ? { key, cert } : undefined)
    await peer.open()
    return peer
  }

  get url(): string {
    const { user, pass } = smtpUser
    return `smtp://${user}:${encodeURIComponent(pass)}@${this.host}:${this.#port}`
  }

  /** Listens where it listened before. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      ...this.tls,
      hideSTARTTLS: this.tls === undefined,
      allowInsecureAuth: this.tls === undefined,
      logger: false,
      closeTimeout: 100,
      onAuth: ({ username, password }, session, done) => {
        this.logins.push(session.secure)
        const isRight = username === smtpUser.user && password === smtpUser.pass
        done(isRight ? null : replyOf(535), isRight ? { user: username } : undefined)
      },
      onRcptTo: (_address, _session, done) => done(this.#take('recipient')),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const fault = this.faults[0]
          if (fault && 'hangUp' in fault) {
            this.faults.shift()
            for (const connection of server.connections) connection.close()
            return
          }
          const refusal = this.#take('content')
          if (refusal) return done(refusal)
          const source = Buffer.concat(chunks)
          simpleParser(source).then((mail) => {
            this.mails.push(mail)
            this.sources.push(source.toString())
            done(null)
          }, done)
        })
      },
    })
    // A client that does not trust the certificate ends the handshake.
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(this.#port, this.host, resolve))
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(resolve) : resolve()))
    this.#server = undefined
  }

  #take(at: 'recipient' | 'content'): Error | null {
    const fault = this.faults[0]
    if (!fault || fault.at !== at || 'hangUp' in fault) return null
    this.faults.shift()
    return replyOf(fault.code)
  }
}

/** An answer that quotes the recipient, as real servers do. */
function replyOf(responseCode: number): Error {
  return Object.assign(new Error('<ana@example.com> says no'), { responseCode })
}
