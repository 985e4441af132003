import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { languageCodes, languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { pagePaths } from '#contract/pages.ts'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { footerOf } from '#server/domain/accounts/mailFooter.ts'
import { amountParams } from '#server/domain/accounts/outbox.ts'
import { statementParams } from '#server/domain/payments/statementTexts.ts'
import { endParams, limitText } from '#server/domain/protection/protectionTexts.ts'
import { createMailTemplate } from '#server/providers/mail/template/mailTemplate.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { emailText, mailLabel, mailWords, type EmailKey } from '#server/texts/texts.ts'

/** Writes each e-mail in each language as a page: `npx tsx scripts/mailPages.ts FOLDER`. */
const folder = resolve(process.argv[2] ?? 'mail-pages')
const template = createMailTemplate()
const emailKeys = Object.keys(pt_BR.emails) as EmailKey[]
const { operator } = loadProfile('br')
const from = new Date('2027-03-10T18:00:00Z')
const statement = {
  month: '2027-02-01',
  deposits: cents(25_000),
  withdrawals: cents(6_000),
  stakes: cents(143_250),
  net: cents(-8_420),
  minutes: 412,
}
/** Mails whose button is the link that confirms the address. */
const withLink: EmailKey[] = ['welcome', 'confirmEmail']
await mkdir(folder, { recursive: true })
for (const language of languageCodes)
  for (const key of emailKeys) {
    const code = key === 'resetPassword' ? '042917' : null
    const { subject, text, page } = emailText(language, key, {
      ...amountParams(cents(12_345)),
      ...endParams(from),
      ...statementParams(statement),
      time: '10/03/2027 15:00',
      code: code ?? '',
      reason: mailWords(language).refusals.detailsRejected,
      limit: limitText(language, { kind: 'deposit', period: 'week', amount: 50_000, from }),
    })
    const link = withLink.includes(key)
      ? { url: 'https://palpite.example/confirm/token', label: mailLabel(language, 'confirmEmail') }
      : page && { url: `https://palpite.example${pagePaths[page.name]}`, label: page.label }
    const footer = footerOf(language, operator)
    const mail = {
      id: '1',
      to: 'ana@example.com',
      subject,
      text,
      code,
      link,
      footer,
      language,
      createdAt: from,
    }
    const { html, attachments } = template(mail)
    const whole = attachments.reduce(
      (page, { cid, content }) =>
        page.replace(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`),
      html,
    )
    await writeFile(join(folder, `${key}.${languages[language].code}.html`), whole)
  }
process.stdout.write(`${emailKeys.length * languageCodes.length} pages are in ${folder}\n`)
