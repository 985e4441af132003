import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { BankSettings } from '../../config/config.ts'
import { StartError } from '../../config/startError.ts'
import type { BankAccess } from './BankClient.ts'

export interface BankAccount {
  access: BankAccess
  /** Our own Pix key at this bank. */
  key: string
}

interface Names {
  /** What needs the settings, such as `PAYMENT_PROVIDER pix`. */
  neededBy: string
  /** How the variables begin, such as `PIX`. */
  prefix: string
  /** Where the token is asked for below the API's address, at a bank for which that is no variable. */
  tokenPath?: string
}

/** Reads certificate and key. Throws a StartError that names what is missing. */
export function readBankAccount(settings: BankSettings, names: Names): BankAccount {
  const { prefix, tokenPath } = names
  const { clientId, clientSecret, certificateFile, privateKeyFile, authorityFile, pixKey } = settings
  const apiUrl = settings.apiUrl?.replace(/\/+$/, '')
  const tokenUrl = tokenPath === undefined ? settings.tokenUrl : apiUrl && `${apiUrl}${tokenPath}`
  const missing = Object.entries({
    API_URL: apiUrl,
    ...(tokenPath === undefined && { TOKEN_URL: tokenUrl }),
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    CERTIFICATE_FILE: certificateFile,
    PRIVATE_KEY_FILE: privateKeyFile,
    KEY: pixKey,
  }).flatMap(([name, value]) => (value === undefined ? [`${prefix}_${name}`] : []))
  if (!apiUrl || !tokenUrl || !clientId || !clientSecret || !certificateFile || !privateKeyFile || !pixKey)
    throw new StartError(`${names.neededBy} needs ${missing.join(', ')}`)
  const certificate = read(`${prefix}_CERTIFICATE_FILE`, certificateFile)
  const key = read(`${prefix}_PRIVATE_KEY_FILE`, privateKeyFile)
  const authority = authorityFile && read(`${prefix}_AUTHORITY_FILE`, authorityFile)
  checkFiles(prefix, { certificate, key, authority })
  return {
    key: pixKey,
    access: {
      baseUrl: apiUrl,
      tokenUrl,
      clientId,
      clientSecret,
      tokenFormat: settings.tokenFormat,
      certificate,
      key,
      authority,
    },
  }
}

/** Without these no call reaches the bank. An error is without its cause, which might quote the file. */
function checkFiles(
  prefix: string,
  { certificate, key, authority }: Pick<BankAccess, 'certificate' | 'key' | 'authority'>,
): void {
  const { validTo } = certificateOf(`${prefix}_CERTIFICATE_FILE`, certificate)
  if (new Date(validTo).getTime() < Date.now())
    throw new StartError(`${prefix}_CERTIFICATE_FILE is good until ${validTo} only`)
  if (authority !== undefined) certificateOf(`${prefix}_AUTHORITY_FILE`, authority)
  try {
    createSecureContext({ cert: certificate, key })
  } catch {
    throw new StartError(
      `${prefix}_PRIVATE_KEY_FILE is not the private key (PEM) of ${prefix}_CERTIFICATE_FILE`,
    )
  }
}

function certificateOf(variable: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new StartError(`${variable} is not a certificate (PEM)`)
  }
}

function read(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`${variable} ${path} cannot be read`, { cause })
  }
}
