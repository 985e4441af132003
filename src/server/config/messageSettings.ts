import { z } from 'zod'
import { oneOf, url } from './fields.ts'

/** How e-mails leave: the mail server's address with user and password, the sender, and the key that signs them. */
export interface SmtpConfig {
  url: string | undefined
  from: string | undefined
  /** The authority that signed the mail server's certificate (PEM), unless Node trusts it. */
  authorityFile: string | undefined
  dkimDomain: string | undefined
  dkimSelector: string | undefined
  dkimKeyFile: string | undefined
}

/** Notices of the browser. */
export interface PushConfig {
  /** The private key, 32 bytes in base64url. Undefined: none are sent, except in the sandbox. */
  key: string | undefined
  /** Hosts to which pushes may be sent; a dot at the beginning stands for any host below. */
  services: readonly string[]
}

/** Where browsers of today let pushes be sent to. A dot at the beginning stands for any host below. */
const pushServices = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

export const messageFields = {
  MAILER: oneOf('MAILER', ['sandbox', 'log', 'smtp']).optional(),
  SMTP_URL: url('SMTP_URL', /^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
  SMTP_AUTHORITY_FILE: z.string().min(1).optional(),
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, { error: 'WEB_PUSH_KEY must be a key of npm run push:key' })
    .optional(),
  WEB_PUSH_SERVICES: z.string().min(1).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, {
      error: 'MAIL_FROM must be an address, or a name and an address such as Name <mail@palpite.example>',
    })
    .optional(),
  DKIM_DOMAIN: z.hostname({ error: 'DKIM_DOMAIN must be a domain such as palpite.example' }).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]{1,63}$/, { error: 'DKIM_SELECTOR must be the name of the DNS record, such as mail2026' })
    .optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
}

type Values = z.output<z.ZodObject<typeof messageFields>>

export function smtpOf(values: Values): SmtpConfig {
  return {
    url: values.SMTP_URL,
    from: values.MAIL_FROM,
    authorityFile: values.SMTP_AUTHORITY_FILE,
    dkimDomain: values.DKIM_DOMAIN,
    dkimSelector: values.DKIM_SELECTOR,
    dkimKeyFile: values.DKIM_KEY_FILE,
  }
}

export function pushOf(values: Values): PushConfig {
  return {
    key: values.WEB_PUSH_KEY,
    services: values.WEB_PUSH_SERVICES?.split(',').map((host) => host.trim()) ?? pushServices,
  }
}
