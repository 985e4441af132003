import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Writer } from '../../db/client.ts'
import type { TextParams } from '../../texts/refusal.ts'
import { emailText, playMoneyText, type EmailKey } from '../../texts/texts.ts'

export interface OutboxMail {
  to: string
  subject: string
  text: string
  code: string | null
  sentAt: Date
}

/**
 * Adds an e-mail in the recipient's language to the outbox, from which a mail relay sends it. In the sandbox the
 * outbox serves as the mailbox. While payments move no real money, every e-mail says so at its end.
 */
export async function sendMail(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  db: Writer,
  mail: { to: string; key: EmailKey; language: LanguageCode; code?: string; params?: TextParams },
): Promise<void> {
  const code = mail.code ?? null
  const { subject, text } = emailText(mail.language, mail.key, { ...mail.params, ...(code ? { code } : {}) })
  const isPlayMoney = deps.config.paymentProvider === 'sandbox'
  await db.write(
    `insert into outbox ("to", subject, text, code, lang, sent_at) values ($1, $2, $3, $4, $5, $6)`,
    [
      mail.to,
      subject,
      isPlayMoney ? `${text}\n\n${playMoneyText(mail.language)}` : text,
      code,
      mail.language,
      deps.clock.now(),
    ],
  )
}

/** E-mails of one address, or of all, newest first. */
export function listMails(db: Db, to: string | undefined, limit = 100): Promise<OutboxMail[]> {
  return db.read<OutboxMail & Record<string, unknown>>(
    `select "to", subject, text, code, sent_at as "sentAt" from outbox
      where $1::text is null or lower("to") = lower($1) order by id desc limit $2`,
    [to ?? null, limit],
  )
}
