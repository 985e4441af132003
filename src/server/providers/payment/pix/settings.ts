import { readFileSync } from 'node:fs'
import type { BankSettings } from '../../../config/config.ts'
import { StartError } from '../../../config/startError.ts'
import type { BankAccess } from '../../bank/BankClient.ts'

export interface PixSettings {
  access: BankAccess
  /** The receiver's Pix key. */
  key: string
}

/** Reads certificate and key. Throws a StartError that names what is missing. */
export function readPixSettings(settings: BankSettings): PixSettings {
  const missing = Object.entries({
    PIX_API_URL: settings.apiUrl,
    PIX_TOKEN_URL: settings.tokenUrl,
    PIX_CLIENT_ID: settings.clientId,
    PIX_CLIENT_SECRET: settings.clientSecret,
    PIX_CERTIFICATE_FILE: settings.certificateFile,
    PIX_PRIVATE_KEY_FILE: settings.privateKeyFile,
    PIX_KEY: settings.pixKey,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  const { apiUrl, tokenUrl, clientId, clientSecret, certificateFile, privateKeyFile, pixKey } = settings
  if (!apiUrl || !tokenUrl || !clientId || !clientSecret || !certificateFile || !privateKeyFile || !pixKey)
    throw new StartError(`PAYMENT_PROVIDER pix needs ${missing.join(', ')}`)
  return {
    key: pixKey,
    access: {
      baseUrl: apiUrl,
      tokenUrl,
      clientId,
      clientSecret,
      tokenFormat: settings.tokenFormat,
      certificate: read('PIX_CERTIFICATE_FILE', certificateFile),
      key: read('PIX_PRIVATE_KEY_FILE', privateKeyFile),
      authority: settings.authorityFile && read('PIX_AUTHORITY_FILE', settings.authorityFile),
    },
  }
}

function read(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`${variable} ${path} cannot be read`, { cause })
  }
}
