import { createTransport } from 'nodemailer'
import { ProviderRefusedError } from '../errors.ts'
import type { Mail, Mailer } from './Mailer.ts'
import type { SmtpSettings } from './smtpSettings.ts'
import { createMailTemplate } from './template/mailTemplate.ts'

/** Where a connection leaves nothing to overhear; everywhere else TLS is required. */
const thisMachine = ['localhost', '127.0.0.1', '::1']
/** As many as the queue sends at once (jobs/queueJobs.ts), so that no mail waits here for a connection. */
const connections = 5
/** One step of the conversation, in ms. */
const stepMs = 10_000
/** The whole of it: less than after which the outbox counts the attempt as failed and plans the next one. */
const sendMs = 20_000

/** Why a mail was not taken: the SMTP code or that of the connection, never the answer's text, which may quote an address. */
class SmtpError extends Error {
  constructor(code: string) {
    super(`the mail server did not take the mail: ${code}`)
    this.name = `SmtpError ${code}`
  }
}

/** Sends e-mails to a mail server. What is not refused for good, the outbox sends again. */
export function createSmtpMailer({ server, from, authority, dkim }: SmtpSettings): Mailer {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: connections,
    // The outbox does this, with longer pauses.
    maxRequeues: 0,
    requireTLS: !thisMachine.includes(server.host),
    tls: { minVersion: 'TLSv1.2', ...(authority === undefined ? {} : { ca: authority }) },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
  })
  const template = createMailTemplate()
  const domain = /@([^@>]+)>?$/.exec(from)?.[1] ?? server.host
  return {
    name: 'smtp',
    async send(mail) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          ...template(mail),
          messageId: messageIdOf(mail, domain),
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(sendMs),
        })
      } catch (error) {
        throw reasonOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** The same for each attempt. With the moment, because another database counts its mails from 1 too. */
function messageIdOf({ id, createdAt }: Mail, domain: string): string {
  return `<${id}.${createdAt.getTime()}@${domain}>`
}

/**
 * Refused for good is what the server answers with 5xx to the recipient or the content. To anything before, such as our
 * password, it is no answer about this mail.
 */
function reasonOf(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && responseCode !== undefined && responseCode >= 500)
    return new ProviderRefusedError(`SMTP ${responseCode}`)
  return new SmtpError(String(responseCode ?? code ?? 'unknown'))
}
