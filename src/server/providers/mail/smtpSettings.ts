import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SmtpConfig } from '../../config/messageSettings.ts'
import { StartError } from '../../config/startError.ts'

export interface SmtpSettings {
  /** The mail server's host and port, TLS from the first byte or not, and how to log in there. */
  server: { host: string; port: number; secure: boolean; auth?: { user: string; pass: string } }
  from: string
  /** PEM; undefined: those that Node trusts. */
  authority: string | undefined
  dkim: { domainName: string; keySelector: string; privateKey: string } | undefined
}

/**
 * Reads the authority and the key. Throws a StartError that names what is missing; it never quotes the URL, which
 * contains the password.
 */
export function readSmtpSettings(config: SmtpConfig): SmtpSettings {
  const { url, from, authorityFile } = config
  const missing = Object.entries({ SMTP_URL: url, MAIL_FROM: from })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
  if (!url || !from) throw new StartError(`MAILER smtp needs ${missing.join(', ')}`)
  return {
    server: serverOf(new URL(url)),
    from,
    authority: authorityFile && read('SMTP_AUTHORITY_FILE', authorityFile),
    dkim: dkimOf(config),
  }
}

function serverOf(url: URL): SmtpSettings['server'] {
  const secure = url.protocol === 'smtps:'
  const [user, pass] = [url.username, url.password].map((part) => {
    try {
      return decodeURIComponent(part)
    } catch (error) {
      if (!(error instanceof URIError)) throw error
      throw new StartError('SMTP_URL must have user and password percent-encoded')
    }
  })
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user ? { auth: { user, pass: pass ?? '' } } : {}),
  }
}

function dkimOf({ dkimDomain, dkimSelector, dkimKeyFile }: SmtpConfig): SmtpSettings['dkim'] {
  const parts = { DKIM_DOMAIN: dkimDomain, DKIM_SELECTOR: dkimSelector, DKIM_KEY_FILE: dkimKeyFile }
  const missing = Object.entries(parts).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(parts).length) return undefined
  if (!dkimDomain || !dkimSelector || !dkimKeyFile)
    throw new StartError(`DKIM needs ${missing.map(([name]) => name).join(', ')}`)
  const privateKey = read('DKIM_KEY_FILE', dkimKeyFile)
  try {
    createPrivateKey(privateKey)
  } catch {
    // Without the cause, which might quote the file.
    throw new StartError(`DKIM_KEY_FILE ${dkimKeyFile} is not a private key (PEM)`)
  }
  return { domainName: dkimDomain, keySelector: dkimSelector, privateKey }
}

function read(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`${variable} ${path} cannot be read`, { cause })
  }
}
