import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { ServerConfig } from '../../config/config.ts'
import { StartError } from '../../config/startError.ts'
import { encryptPush, type PushSubscription } from './encryption.ts'

const answerMs = 10_000
/** Of the proof of who sends; a push service refuses more than a day. */
const proofSeconds = 12 * 3_600

/** The service cannot take a push now. */
export class PushServiceAwayError extends Error {
  override readonly name = 'PushServiceAwayError'
  /** `host` of the service. */
  constructor(
    readonly host: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`the push service ${host}: ${reason}`, options)
  }
}

interface PushOptions {
  /** How long the service keeps it for a browser that is not there. */
  ttlSeconds: number
}

/**
 * `gone`: the subscription has ended. `refused`: this push will never be accepted; the status and the service's host say by whom
 * and why.
 */
type PushOutcome = { result: 'sent' | 'gone' } | { result: 'refused'; status: number; host: string }

/** Sends pushes to browsers with the server's own key (VAPID, RFC 8292). May not be called inside a transaction. */
export interface Pusher {
  /** Uncompressed, in base64url: what a browser subscribes with. */
  readonly publicKey: string
  /** Whether pushes may be sent to this address, which a player names: only push services, over HTTPS. */
  accepts(endpoint: string): boolean
  /** Throws PushServiceAwayError when it may be sent again later. */
  send(subscription: PushSubscription, text: string, options: PushOptions): Promise<PushOutcome>
}

/** Null where the server has no key: it sends none. The sandbox derives one from its secrets. */
export function createPusher(
  config: Pick<ServerConfig, 'push' | 'sandbox' | 'publicUrl' | 'secrets'>,
): Pusher | null {
  const key = config.push.key ?? (config.sandbox ? config.secrets.pushKey : undefined)
  if (key === undefined) return null
  const { privateKey, publicKey } = readKey(key)
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'https://localhost'
  const accepts = (endpoint: string) => isPushService(endpoint, config.push.services, config.sandbox)
  return {
    publicKey,
    accepts,
    async send(subscription, text, { ttlSeconds }) {
      if (!accepts(subscription.endpoint)) return { result: 'gone' }
      const { origin, host } = new URL(subscription.endpoint)
      const body = Uint8Array.from(encryptPush(text, subscription))
      const response = await fetch(subscription.endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          TTL: String(ttlSeconds),
          Urgency: 'normal',
          Authorization: `vapid t=${proofOf(privateKey, origin, subject)}, k=${publicKey}`,
        },
        body,
      }).catch((error: unknown) => {
        throw new PushServiceAwayError(host, 'no answer', { cause: error })
      })
      await response.body?.cancel()
      if (response.ok) return { result: 'sent' }
      if (response.status === 404 || response.status === 410) return { result: 'gone' }
      if (response.status === 429 || response.status >= 500)
        throw new PushServiceAwayError(host, `status ${response.status}`)
      return { result: 'refused', status: response.status, host }
    },
  }
}

function readKey(text: string): { privateKey: KeyObject; publicKey: string } {
  const own = createECDH('prime256v1')
  try {
    own.setPrivateKey(Buffer.from(text, 'base64url'))
  } catch (error) {
    throw new StartError('WEB_PUSH_KEY is no key: make one with npm run push:key', { cause: error })
  }
  const point = own.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: own.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: point.toString('base64url'),
  }
}

/** A signed token that says who sends, to which service, and until when. By the machine's clock: the service has no other. */
function proofOf(key: KeyObject, audience: string, subject: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: audience, exp: Math.floor(Date.now() / 1_000) + proofSeconds, sub: subject }
  const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function isPushService(endpoint: string, services: readonly string[], sandbox: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, password } = new URL(endpoint)
  const isLocal = sandbox && hostname === '127.0.0.1' && services.includes('127.0.0.1')
  if (username !== '' || password !== '' || (protocol !== 'https:' && !isLocal)) return false
  return services.some((service) =>
    service.startsWith('.') ? hostname.endsWith(service) : hostname === service,
  )
}
