import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartError } from '../config/startError.ts'

/** What a call with mutual TLS needs, PEM. */
export interface ClientCertificate {
  certificate: string
  key: string
  /** The authority that signed the server's certificate; by default those that Node trusts. */
  authority?: string | undefined
}

interface Files {
  certificateFile: string
  privateKeyFile: string
  authorityFile: string | undefined
}

/**
 * Reads certificate, key and authority, which the variables `<prefix>_CERTIFICATE_FILE`, `_PRIVATE_KEY_FILE` and
 * `_AUTHORITY_FILE` name. Throws a StartError when no call could be made with them; it is without its cause where that might
 * quote a file.
 */
export function readClientCertificate(
  prefix: string,
  { certificateFile, privateKeyFile, authorityFile }: Files,
): ClientCertificate {
  const certificate = read(`${prefix}_CERTIFICATE_FILE`, certificateFile)
  const key = read(`${prefix}_PRIVATE_KEY_FILE`, privateKeyFile)
  const authority = authorityFile && read(`${prefix}_AUTHORITY_FILE`, authorityFile)
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
  return { certificate, key, authority }
}

/** Until when a certificate (PEM) is good. */
export function endOfCertificate(pem: string): Date {
  return new Date(new X509Certificate(pem).validTo)
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
