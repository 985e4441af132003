import { languages, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { pagePaths } from '#contract/pages.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { answerOf, ProviderRefusedError } from '../../providers/errors.ts'
import type { Mail } from '../../providers/mail/Mailer.ts'
import type { TextParams } from '../../texts/refusal.ts'
import { emailText, mailLabel, playMoneyText, type EmailKey, type MailLabel } from '../../texts/texts.ts'
import { dayZone } from '../../time/days.ts'
import { footerOf } from './mailFooter.ts'

/** Authenticated together with the sealed text. */
/** After so many attempts, which take about half a day, a mail is dead. */
const maxAttempts = 12
/** The first pause, in seconds; each is twice as long as the one before, up to two hours. */
const firstPause = 15
const longestPause = 7_200
const sendMs = 25_000

interface Row {
  id: string
  to: string
  lang: LanguageCode
  sealed: Buffer
  attempts: number
  created_at: Date
  expires_at: Date | null
}

const columns = `id::text, "to", lang, sealed, attempts, created_at, expires_at`

/**
 * Adds an e-mail in the recipient's language to the outbox when `tx` commits; a job sends it. Its text is sealed, and
 * deleted once it is sent, or at `expiresAt`. While payments move no real money, every e-mail says so at its end. Returns
 * the mail's id.
 */
export async function sendMail(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  mail: {
    to: string
    key: EmailKey
    language: LanguageCode
    code?: string
    expiresAt?: Date
    params?: TextParams
    /** In place of the page that this kind of mail leads to. `path` is below PUBLIC_URL. */
    link?: { path: string; label: MailLabel }
  },
): Promise<string> {
  const code = mail.code ?? null
  const { subject, text, page } = emailText(mail.language, mail.key, {
    ...mail.params,
    ...(code ? { code } : {}),
  })
  const link = mail.link
    ? { path: mail.link.path, label: mailLabel(mail.language, mail.link.label) }
    : page && { path: pagePaths[page.name], label: page.label }
  const isPlayMoney = deps.config.paymentProvider === 'sandbox'
  const whole = isPlayMoney ? `${text}\n\n${playMoneyText(mail.language)}` : text
  const sealed = deps.config.secrets.vault.seal(
    JSON.stringify({ subject, text: whole, code, link }),
    sealedAs.mail,
  )
  const [row] = await tx.write<{ id: string }>(
    `insert into outbox ("to", kind, sealed, lang, created_at, expires_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, now()) returning id::text`,
    [mail.to, mail.key, sealed, mail.language, deps.clock.now(), mail.expiresAt ?? null],
  )
  if (!row) throw new Error('no mail after insert')
  await deps.queue.add(tx, 'sendMail', row.id)
  return row.id
}

/** The placeholder `{amount}` of an e-mail, as each language writes it. */
export function amountParams(amount: Cents): TextParams {
  return { amount: (language) => formatMoney(amount, languages[language]) }
}

/** The placeholder `{time}` of an e-mail, as each language writes it. */
export function timeParams(at: Date): TextParams {
  const time = (code: LanguageCode) =>
    new Intl.DateTimeFormat(languages[code].locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: dayZone,
    }).format(at)
  return { time }
}

/**
 * Adds an e-mail about a player's account to the outbox, in the player's language. A test account, and one that was
 * closed, gets none.
 */
export async function mailPlayer(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  userId: string,
  mail: { key: EmailKey; params?: TextParams },
): Promise<void> {
  const [player] = await tx.query<{ email: string; language: string }>(
    'select email, language from users where id = $1 and not test_flag and erased_at is null',
    [userId],
  )
  if (player)
    await sendMail(deps, tx, { ...mail, to: player.email, language: toLanguageCode(player.language) })
}

/**
 * Sends a mail of the outbox. After a failure it is sent again later, with growing pauses, until it is dead: then, or when
 * it is refused or too old, its text is deleted.
 */
export async function deliverMail(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'queue' | 'mailer' | 'log'>,
  id: string,
): Promise<void> {
  const [row] = await deps.db.read<Row>(`select ${columns} from outbox where id = $1 and state = 'queued'`, [
    id,
  ])
  if (!row) return
  if (row.expires_at && row.expires_at <= deps.clock.now()) return close(deps, id, 'expired')
  try {
    await answerOf(() => deps.mailer.send(openMail(deps, row)), sendMs)
  } catch (error) {
    deps.log.warn({ mail: id, error: nameOf(error) }, 'an e-mail could not be sent')
    return retry(deps, row, error)
  }
  await close(deps, id, 'sent')
}

/** The mails that wait to be sent, newest first. */
export async function queuedMails(
  deps: Pick<AppDeps, 'db' | 'config'>,
  to: string | undefined,
  limit: number,
): Promise<Mail[]> {
  const rows = await deps.db.read<Row>(
    `select ${columns} from outbox where state = 'queued' and ($1::text is null or lower("to") = lower($1))
      order by outbox.id desc limit $2`,
    [to ?? null, limit],
  )
  return rows.map((row) => openMail(deps, row))
}

/** Deletes the texts of mails that nobody has sent and that have become useless. */
export async function expireMails({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await db.write(
    `update outbox set state = 'expired', sealed = null, next_try_at = null
      where state = 'queued' and expires_at <= $1`,
    [clock.now()],
  )
}

async function retry(
  deps: Pick<AppDeps, 'db' | 'queue'>,
  { id, attempts }: Row,
  error: unknown,
): Promise<void> {
  const reason = nameOf(error)
  if (error instanceof ProviderRefusedError || attempts + 1 >= maxAttempts)
    return close(deps, id, 'dead', reason)
  const pause = Math.min(firstPause * 2 ** attempts, longestPause)
  await deps.db.tx(async (tx) => {
    await tx.write(
      `update outbox set attempts = attempts + 1, last_error = $2, next_try_at = now() + make_interval(secs => $3)
        where id = $1 and state = 'queued'`,
      [id, reason, pause],
    )
    await deps.queue.add(tx, 'sendMail', id, pause)
  })
}

async function close(
  deps: Pick<AppDeps, 'db'>,
  id: string,
  state: 'sent' | 'expired' | 'dead',
  reason: string | null = null,
): Promise<void> {
  await deps.db.write(
    `update outbox set state = $2, sealed = null, attempts = attempts + 1, last_error = $3, next_try_at = null,
       delivered_at = case when $2 = 'sent' then now() end where id = $1 and state = 'queued'`,
    [id, state, reason],
  )
}

function openMail(deps: Pick<AppDeps, 'config'>, row: Row): Mail {
  // A mail of an earlier program has no link.
  const { link, subject, text, code } = JSON.parse(
    deps.config.secrets.vault.open(row.sealed, sealedAs.mail),
  ) as Pick<Mail, 'subject' | 'text' | 'code'> & { link?: { path: string; label: string } | null }
  return {
    subject,
    text,
    code,
    id: row.id,
    to: row.to,
    language: row.lang,
    createdAt: row.created_at,
    link: link ? { url: `${deps.config.publicUrl}${link.path}`, label: link.label } : null,
    footer: footerOf(row.lang, profileOf(deps).operator),
  }
}

/** Without the message, which may quote an address. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.name : 'unknown'
}
