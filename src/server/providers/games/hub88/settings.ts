import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerConfig } from '../../../config/config.ts'
import { StartError } from '../../../config/startError.ts'

export interface Hub88Account {
  /** Without a slash at the end. */
  apiUrl: string
  operatorId: number
  subPartner: string | undefined
  /** Signs our calls. */
  privateKey: KeyObject
  /** Checks theirs. */
  publicKey: KeyObject
  origins: readonly string[]
  imageOrigins: readonly string[]
}

/** Reads the keys. Throws a StartError that names what is missing. */
export function readHub88Account({ hub88, sandbox }: Pick<ServerConfig, 'hub88' | 'sandbox'>): Hub88Account {
  const {
    apiUrl,
    operatorId,
    subPartner,
    privateKeyFile,
    publicKeyFile,
    gameOrigins,
    imageOrigins = [],
  } = hub88
  const missing = Object.entries({
    HUB88_API_URL: apiUrl,
    HUB88_OPERATOR_ID: operatorId,
    HUB88_PRIVATE_KEY_FILE: privateKeyFile,
    HUB88_PUBLIC_KEY_FILE: publicKeyFile,
    HUB88_GAME_ORIGINS: gameOrigins,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!apiUrl || operatorId === undefined || !privateKeyFile || !publicKeyFile || !gameOrigins)
    throw new StartError(`GAME_PROVIDERS hub88 needs ${missing.join(', ')}`)
  const plain = [apiUrl, ...gameOrigins, ...imageOrigins].find(
    (address) => new URL(address).protocol !== 'https:',
  )
  if (plain !== undefined && !sandbox)
    throw new StartError('HUB88_API_URL and the origins of HUB88 must be https outside the sandbox')
  return {
    apiUrl: apiUrl.replace(/\/+$/, ''),
    operatorId,
    subPartner,
    privateKey: rsaKey('HUB88_PRIVATE_KEY_FILE', privateKeyFile, createPrivateKey),
    publicKey: rsaKey('HUB88_PUBLIC_KEY_FILE', publicKeyFile, createPublicKey),
    origins: gameOrigins,
    imageOrigins,
  }
}

/** An error is without its cause, which might quote the file. */
function rsaKey(variable: string, path: string, read: (pem: string) => KeyObject): KeyObject {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`${variable} ${path} cannot be read`, { cause })
  }
  let key: KeyObject
  try {
    key = read(pem)
  } catch {
    throw new StartError(`${variable} is not a key (PEM)`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw new StartError(`${variable} is not an RSA key`)
  return key
}
