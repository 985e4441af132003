import type { BankSettings } from '../../config/paymentSettings.ts'
import { StartError } from '../../config/startError.ts'
import { readClientCertificate } from '../clientCertificate.ts'
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
  const files = readClientCertificate(prefix, { certificateFile, privateKeyFile, authorityFile })
  return {
    key: pixKey,
    access: {
      baseUrl: apiUrl,
      tokenUrl,
      clientId,
      clientSecret,
      tokenFormat: settings.tokenFormat,
      ...files,
    },
  }
}
