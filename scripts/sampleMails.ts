import { formatMoney } from '#contract/moneyTexts.ts'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { pagePaths } from '#contract/pages.ts'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { footerOf } from '#server/domain/accounts/mailFooter.ts'
import { amountParams, timeParams } from '#server/domain/accounts/outbox.ts'
import { statementParams } from '#server/domain/payments/statementTexts.ts'
import { endParams, limitText, statusParams } from '#server/domain/protection/protectionTexts.ts'
import type { Mail } from '#server/providers/mail/Mailer.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { emailText, mailLabel, mailWords, type EmailKey } from '#server/texts/texts.ts'

const emailKeys = Object.keys(pt_BR.emails) as EmailKey[]
/** Mails whose button is the link that confirms the address. */
const withLink: EmailKey[] = ['welcome', 'confirmEmail']
const at = new Date('2027-03-10T18:00:00Z')
const statement = {
  month: '2027-02-01',
  deposits: cents(25_000),
  withdrawals: cents(6_000),
  stakes: cents(143_250),
  net: cents(-8_420),
  minutes: 412,
}

/** Each e-mail in each language, as a player of the profile `br` would get it. */
export function sampleMails(): (Mail & { key: EmailKey })[] {
  return languageCodes.flatMap((language) => emailKeys.map((key) => ({ key, ...mailOf(key, language) })))
}

function mailOf(key: EmailKey, language: LanguageCode): Mail {
  const code = key === 'resetPassword' ? '042917' : null
  const money = (amount: number) => formatMoney(cents(amount), languages[language])
  const { subject, text, page } = emailText(language, key, {
    ...amountParams(cents(12_345)),
    ...timeParams(at),
    ...endParams(at),
    ...statementParams(statement),
    ...(key === 'accountSuspended' || key === 'accountClosed'
      ? statusParams('documents', at)
      : { reason: mailWords(language).refusals.detailsRejected }),
    limit: limitText(language, { kind: 'deposit', period: 'week', amount: 50_000, from: at }),
    code: code ?? '',
    taken: money(10_000),
    owed: money(2_345),
    destination: 'CPF ***.982.247-**',
    ticket: '9F2C-41B7',
  })
  const link = withLink.includes(key)
    ? { url: 'https://palpite.example/confirm/token', label: mailLabel(language, 'confirmEmail') }
    : page && { url: `https://palpite.example${pagePaths[page.name]}`, label: page.label }
  return {
    id: '1',
    to: 'ana@example.com',
    subject,
    text,
    code,
    link,
    footer: footerOf(language, loadProfile('br').operator),
    language,
    createdAt: at,
  }
}
