import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software: answers WebAuthn's options as a browser with an authenticator does. */
export interface SoftwareKey {
  create(options: unknown, origin: string): object
  /** `isVerified`: whether its owner has entered a PIN. */
  get(options: unknown, origin: string, isVerified?: boolean): object
}

const userPresent = 0x01
const userVerified = 0x04
const hasKey = 0x40

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

export function softwareKey(): SoftwareKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0
  /** As the server named the owner when the key was made. */
  let userHandle: string | undefined

  const clientData = (type: string, options: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: (options as { challenge: string }).challenge, origin }))
  const authenticatorData = (origin: string, flags: number, rest: Uint8Array = new Uint8Array()) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++uses)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, rest])
  }

  return {
    create(options, origin) {
      userHandle = (options as { user: { id: string } }).user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: an elliptic curve (2), ES256 (-7), P-256 (1), x, y.
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = authenticatorData(origin, userPresent | userVerified | hasKey, credential)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(clientData('webauthn.create', options, origin)),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
      }
    },
    get(options, origin, isVerified = true) {
      const client = clientData('webauthn.get', options, origin)
      const data = authenticatorData(origin, isVerified ? userPresent | userVerified : userPresent)
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          userHandle,
          signature: encode(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}

/** As much of CBOR as the above needs. */
function cbor(value: unknown): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const parts = [...(value as Map<unknown, unknown>)].flatMap(([key, of]) => [cbor(key), cbor(of)])
    return Buffer.concat([head(5, value.size), ...parts])
  }
  throw new Error(`not encoded: ${typeof value}`)
}
