import type { AppDeps } from '../../deps.ts'
import type { Mail, Mailer } from './Mailer.ts'

/** Puts e-mails into a table, which testers read (GET /sandbox/api/outbox). */
export function createSandboxMailer({ db }: Pick<AppDeps, 'db'>): Mailer {
  return {
    name: 'sandbox',
    async send({ id, to, subject, text, code, link, createdAt }) {
      await db.write(
        `insert into sandbox.mails (id, "to", subject, text, code, sent_at, link) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing`,
        [id, to, subject, text, code, createdAt, link?.url ?? null],
      )
    },
  }
}

type StoredMail = Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'code' | 'createdAt'> & { url: string | null }

/** E-mails of one address, or of all, newest first. */
export async function readMailbox(
  { db }: Pick<AppDeps, 'db'>,
  to: string | undefined,
  limit: number,
): Promise<StoredMail[]> {
  return db.read<StoredMail>(
    `select id::text, "to", subject, text, code, sent_at as "createdAt", link as url from sandbox.mails m
      where $1::text is null or lower("to") = lower($1) order by m.id desc limit $2`,
    [to ?? null, limit],
  )
}
