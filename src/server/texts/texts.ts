import brand from '#brand/brand.json' with { type: 'json' }
import { defaultLanguage, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import type { PageName } from '#contract/pages.ts'
import type { PushKind } from '#contract/push.ts'
import type { ErrorKey } from '#contract/errors.ts'
import type { TextParams } from './refusal.ts'
import en_US from './en_US.json' with { type: 'json' }
import id_ID from './id_ID.json' with { type: 'json' }
import ja_JP from './ja_JP.json' with { type: 'json' }
import ko_KR from './ko_KR.json' with { type: 'json' }
import nr_NR from './nr_NR.json' with { type: 'json' }
import pt_BR from './pt_BR.json' with { type: 'json' }
import ru_RU from './ru_RU.json' with { type: 'json' }
import vi_VN from './vi_VN.json' with { type: 'json' }
import zh_CN from './zh_CN.json' with { type: 'json' }

/** pt_BR is the reference: its keys are the type of all other languages. */
export type Texts = typeof pt_BR
export type MessageKey = keyof Texts['messages']
export type EmailKey = keyof Texts['emails']
/** The button of an e-mail. */
export type MailLabel = keyof Texts['mails']['pages']

/** A page that an e-mail offers, with the button's text. */
export interface MailPage {
  name: PageName
  label: string
}

// Type check: every error key has a text.
const reference: Record<ErrorKey, string> = pt_BR.errors

/** Falls back to Portuguese for a missing text; a test checks that all languages have the same keys. */
interface Dictionary {
  playMoney: string
  errors: Partial<Record<ErrorKey, string>>
  messages: Partial<Record<MessageKey, string>>
  emails: Partial<Texts['emails']>
  mails: Texts['mails']
  push: Texts['push']
  sheet: Texts['sheet']
}

/** The page that an e-mail leads to. */
const mailPages: Partial<Record<EmailKey, Exclude<MailLabel, 'confirmEmail'>>> = {
  welcome: 'home',
  passwordChanged: 'home',
  depositPaid: 'registros',
  withdrawalRequested: 'registros',
  withdrawalPaid: 'registros',
  withdrawalRefused: 'registros',
  withdrawalReturned: 'registros',
  depositReversed: 'registros',
  limitChanged: 'jogoResponsavel',
  pauseStarted: 'jogoResponsavel',
  exclusionStarted: 'jogoResponsavel',
  accountSuspended: 'conta',
  accountRestored: 'home',
  pauseEnded: 'jogoResponsavel',
  newDevice: 'conta',
  newPayoutKey: 'conta',
  newPasskey: 'conta',
  passkeyRemoved: 'conta',
  monthStatement: 'registros',
  identityConfirmed: 'home',
  identityRefused: 'home',
  personBlocked: 'conta',
}

const dictionaries: Record<LanguageCode, Dictionary> = {
  pt_BR,
  en_US,
  id_ID,
  vi_VN,
  nr_NR,
  ja_JP,
  ko_KR,
  zh_CN,
  ru_RU,
}

/** Columns and postings of the statement as a sheet. */
export function sheetWords(language: LanguageCode): Texts['sheet'] {
  return dictionaries[language].sheet
}

/** A refusal's message in the language of the `lang` header. */
export function errorText(language: LanguageCode, key: ErrorKey, params: TextParams = {}): string {
  return fillText(language, dictionaries[language].errors[key] ?? reference[key], params)
}

/** A success message, which the client shows as a toast. */
export function messageText(language: LanguageCode, key: MessageKey, params: TextParams = {}): string {
  return fillText(language, dictionaries[language].messages[key] ?? pt_BR.messages[key], params)
}

export function emailText(
  language: LanguageCode,
  key: EmailKey,
  params: TextParams = {},
): { subject: string; text: string; page: MailPage | null } {
  const { subject, text } = dictionaries[language].emails[key] ?? pt_BR.emails[key]
  const page = mailPages[key]
  return {
    subject: fillText(language, subject, params),
    text: fillText(language, text, params),
    page: page ? { name: page, label: mailLabel(language, page) } : null,
  }
}

export function mailLabel(language: LanguageCode, label: MailLabel): string {
  return fillText(language, dictionaries[language].mails.pages[label])
}

/** The words around and inside e-mails, with `{brand}` and other placeholders for `fillText`. */
export function mailWords(language: LanguageCode): Texts['mails'] {
  return dictionaries[language].mails
}

/** A notice of the browser. */
export function pushText(
  language: LanguageCode,
  kind: PushKind,
  params: TextParams,
): { title: string; body: string } {
  const { title, body } = dictionaries[language].push[kind]
  return { title: fillText(language, title, params), body: fillText(language, body, params) }
}

/** Says that all money is play money. */
export function playMoneyText(language: LanguageCode): string {
  return dictionaries[language].playMoney
}

/** The language of the `lang` header; English for browsers that send `en-US` and the like. */
export function languageOf(header: string | string[] | undefined): LanguageCode {
  const text = Array.isArray(header) ? header[0] : header
  return text ? toLanguageCode(text.replace('-', '_')) : defaultLanguage
}

/** Puts the brand's name and `params` into a text. */
export function fillText(language: LanguageCode, text: string, params: TextParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name] ?? (name === 'brand' ? brand.name : placeholder)
    return typeof value === 'function' ? value(language) : String(value)
  })
}
