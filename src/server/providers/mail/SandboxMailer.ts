import type { AppDeps } from '../../deps.ts'
import type { Mail, Mailer } from './Mailer.ts'

/** Puts e-mails into a table, which testers read (GET /sandbox/api/outbox). */
export function createSandboxMailer({ db }: Pick<AppDeps, 'db'>): Mailer {
  return {
    name: 'sandbox',
    async send({ id, to, subject, text, code, link, createdAt }) {
      await db.write(
        `insert into sandbox.mails (id, "to", subject, text, code, sent_at) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing`,
        [id, to, subject, textWithLink({ text, link }), code, createdAt],
      )
    },
  }
}

/** What a tester reads: the text, and below it where the button leads. */
export function textWithLink({ text, link }: Pick<Mail, 'text' | 'link'>): string {
  return link ? `${text}\n\n${link.label}: ${link.url}` : text
}

type StoredMail = Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'code' | 'createdAt'>

/** E-mails of one address, or of all, newest first. */
export async function readMailbox(
  { db }: Pick<AppDeps, 'db'>,
  to: string | undefined,
  limit: number,
): Promise<StoredMail[]> {
  return db.read<StoredMail>(
    `select id::text, "to", subject, text, code, sent_at as "createdAt" from sandbox.mails m
      where $1::text is null or lower("to") = lower($1) order by m.id desc limit $2`,
    [to ?? null, limit],
  )
}
