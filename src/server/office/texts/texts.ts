import type { FieldProblem, TypedUnit } from '#contract/bounds.schema.ts'
import type { OfficeErrorCode } from '#contract/office/officeCall.ts'
import { officeLanguages, type OfficeLanguage } from '#contract/office/session.ts'
import type { LanguageCode } from '#contract/languages.ts'

/** What staff read when a call was refused. The client has texts of its own for everything else. */
const errors: Record<OfficeErrorCode, Record<OfficeLanguage, string>> = {
  invalid: { 'pt-BR': 'Confira os campos marcados.', en: 'Check the marked fields.' },
  tooFar: {
    'pt-BR': 'A lista não vai tão longe: restrinja o filtro.',
    en: 'The list does not go that far: narrow the filter.',
  },
  notLoggedIn: { 'pt-BR': 'Entre de novo para continuar.', en: 'Log in again to go on.' },
  otherPerson: {
    'pt-BR': 'Outra pessoa entrou neste navegador. Nada foi feito.',
    en: 'Somebody else has logged in in this browser. Nothing was done.',
  },
  secondFactorMissing: {
    'pt-BR': 'Falta o segundo fator.',
    en: 'The second factor is missing.',
  },
  badCredentials: { 'pt-BR': 'E-mail ou senha incorretos.', en: 'Wrong e-mail or password.' },
  badCode: {
    'pt-BR': 'O código não confere ou já foi usado.',
    en: 'The code is wrong or was used before.',
  },
  locked: {
    'pt-BR': 'Muitos erros. Tente de novo em {minutes} min, ou peça a um administrador para desbloquear.',
    en: 'Too many errors. Try again in {minutes} min, or ask an administrator to unlock you.',
  },
  tooManyCalls: {
    'pt-BR': 'Muitas chamadas. Espere um momento.',
    en: 'Too many calls. Wait a moment.',
  },
  forbidden: { 'pt-BR': 'Sua função não permite isso.', en: 'Your role does not allow this.' },
  wrongOrigin: {
    'pt-BR': 'A chamada veio de outro endereço.',
    en: 'The call came from another address.',
  },
  notFound: { 'pt-BR': 'Não encontrado.', en: 'Not found.' },
  conflict: {
    'pt-BR': 'Isto mudou enquanto você olhava. Veja o estado atual.',
    en: 'This changed while you were looking. See its current state.',
  },
  prizeUnpaid: {
    'pt-BR': 'Esta aposta não pagou nada, ou a rodada ainda está aberta.',
    en: 'This bet has paid nothing, or its round is still open.',
  },
  prizeOpen: {
    'pt-BR': 'Esta aposta ainda não foi decidida: não há prêmio.',
    en: 'This bet is not decided yet: there is no prize.',
  },
  prizeSpent: {
    'pt-BR': 'Nada deste prêmio está no saldo: já foi apostado ou retirado.',
    en: 'Nothing of this prize is in the balance: it was bet or withdrawn.',
  },
  prizeSuspended: { 'pt-BR': 'Este prêmio já está suspenso.', en: 'This prize is suspended already.' },
  playerOwes: {
    'pt-BR': 'Este jogador ainda deve: dê baixa na dívida antes, ou espere que seja paga.',
    en: 'This player still owes something: write the debt off first, or wait until it is paid.',
  },
  termInvalid: {
    'pt-BR': 'O prazo precisa terminar no futuro, em até {days} dias.',
    en: 'The term has to end in the future, within {days} days.',
  },
  periodOpen: {
    'pt-BR': 'Este período ainda não terminou.',
    en: 'This period is not over yet.',
  },
  periodSent: {
    'pt-BR': 'Já foi enviado, ou pode ter sido. Combine a correção com o regulador.',
    en: 'It was sent, or may have been. Agree a correction with the regulator.',
  },
  keyReused: {
    'pt-BR':
      'O envio anterior foi feito, com outro conteúdo. Veja o que ele fez; envie de novo só se quiser mais uma vez.',
    en: 'What was sent before was done, with other content. Look at what it did; send again only to do it once more.',
  },
  keyMissing: {
    'pt-BR': 'Falta o cabeçalho Idempotency-Key.',
    en: 'The header Idempotency-Key is missing.',
  },
  linkExpired: {
    'pt-BR': 'O link já foi usado ou venceu. Peça outro a um administrador.',
    en: 'The link was used or has expired. Ask an administrator for another one.',
  },
  passwordWrong: { 'pt-BR': 'A senha atual não confere.', en: 'The current password is wrong.' },
  passwordWeak: {
    'pt-BR': 'Use de 8 a 128 caracteres, com letra e número.',
    en: 'Use 8 to 128 characters with a letter and a digit.',
  },
  passwordCommon: {
    'pt-BR': 'Esta senha é fácil de adivinhar.',
    en: 'This password is easily guessed.',
  },
  passwordContainsEmail: {
    'pt-BR': 'A senha não pode conter o e-mail.',
    en: 'The password must not contain the e-mail.',
  },
  emailTaken: {
    'pt-BR': 'Já há uma pessoa com este e-mail.',
    en: 'Somebody has this e-mail already.',
  },
  lastAdministrator: {
    'pt-BR': 'É o último administrador ativo: nomeie outro antes.',
    en: 'This is the last active administrator: make another one first.',
  },
  ownApproval: {
    'pt-BR': 'Quem pediu não pode confirmar.',
    en: 'Whoever asked for it cannot confirm it.',
  },
  ownAccount: {
    'pt-BR': 'Isto outra pessoa precisa fazer por você.',
    en: 'Somebody else has to do this for you.',
  },
  lastFactor: {
    'pt-BR': 'É o seu único segundo fator: adicione outro antes.',
    en: 'This is your only second factor: add another one first.',
  },
  approvalDecided: { 'pt-BR': 'Já foi decidido.', en: 'This was decided already.' },
  refused: { 'pt-BR': 'Não foi possível.', en: 'This was not possible.' },
  internal: {
    'pt-BR': 'Algo falhou no servidor. Nada foi mudado.',
    en: 'Something failed in the server. Nothing was changed.',
  },
  outcomeUnknown: {
    'pt-BR': 'A conexão caiu no último momento: veja se a ação aconteceu antes de repetir.',
    en: 'The connection was lost at the last moment: see whether it happened before you repeat it.',
  },
}

/** What is wrong with one field, besides what the contract's schemas name. */
type PlainProblem = 'missing' | 'tooShort' | 'tooLong' | 'email' | 'choice' | 'unknown' | 'invalid'

const fieldProblems: Record<FieldProblem | PlainProblem, Record<OfficeLanguage, string>> = {
  missing: { 'pt-BR': 'Preencha este campo.', en: 'Fill this in.' },
  tooShort: { 'pt-BR': 'No mínimo {limit} caracteres.', en: 'At least {limit} characters.' },
  tooLong: { 'pt-BR': 'No máximo {limit} caracteres.', en: 'At most {limit} characters.' },
  tooLow: { 'pt-BR': 'No mínimo {limit}.', en: 'At least {limit}.' },
  tooHigh: { 'pt-BR': 'No máximo {limit}.', en: 'At most {limit}.' },
  email: { 'pt-BR': 'Isto não é um e-mail.', en: 'This is not an e-mail.' },
  choice: { 'pt-BR': 'Escolha uma das opções.', en: 'Choose one of the options.' },
  unknown: { 'pt-BR': 'Há um campo desconhecido.', en: 'There is an unknown field.' },
  zero: { 'pt-BR': 'Zero não muda nada.', en: 'Zero changes nothing.' },
  nothingChanged: { 'pt-BR': 'Mude pelo menos um valor.', en: 'Change at least one value.' },
  needsPortuguese: { 'pt-BR': 'Escreva também em português.', en: 'Write it in Portuguese too.' },
  needsOneLanguage: { 'pt-BR': 'Preencha pelo menos um idioma.', en: 'Fill in at least one language.' },
  endsFirst: { 'pt-BR': 'O fim vem antes do começo.', en: 'It ends before it begins.' },
  rangeTooLong: { 'pt-BR': 'No máximo três anos.', en: 'Three years at most.' },
  notAPage: {
    'pt-BR': 'Escreva o endereço de uma página daqui, por exemplo /conta.',
    en: 'Write the address of a page of the product, for example /conta.',
  },
  invalid: { 'pt-BR': 'Valor inválido.', en: 'Invalid value.' },
}

export interface FieldIssue {
  problem: FieldProblem | PlainProblem
  limit?: number | bigint | undefined
  unit?: TypedUnit | undefined
}

/** The text of a wrong field; a limit is told as staff type it. */
export function fieldText(language: OfficeLanguage, { problem, limit, unit }: FieldIssue): string {
  const text = fieldProblems[problem][language]
  return limit === undefined ? text : text.replace('{limit}', () => limitText(language, limit, unit))
}

function limitText(language: OfficeLanguage, limit: number | bigint, unit: TypedUnit | undefined): string {
  if (unit === 'cents')
    return new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(Number(limit) / 100)
  const style = unit === 'fraction' ? ({ style: 'percent', maximumFractionDigits: 2 } as const) : {}
  return new Intl.NumberFormat(language, style).format(limit)
}

export type OfficeTextParams = Record<string, string | number>

export function officeErrorText(
  language: OfficeLanguage,
  code: OfficeErrorCode,
  params: OfficeTextParams = {},
): string {
  return errors[code][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  )
}

/** Refusals of the product whose own texts speak to the player, by their key. */
const productRefusals: Partial<Record<string, Record<OfficeLanguage, string>>> = {
  eraseHasMoney: {
    'pt-BR': 'Ainda há saldo, uma rodada, um bilhete ou um pedido em aberto nesta conta.',
    en: 'There is still a balance, a round, a bet slip or an order open in this account.',
  },
  offerUnavailable: {
    'pt-BR':
      'Este jogador não pode receber isto: vale depois do primeiro depósito, e onde as regras permitem.',
    en: 'This player cannot have this: it is for after the first deposit, and where the rules allow it.',
  },
  accountClosed: {
    'pt-BR': 'A conta deste jogador está encerrada.',
    en: 'The account of this player is closed.',
  },
  kycAlreadyDone: {
    'pt-BR': 'A identidade deste jogador já foi confirmada.',
    en: 'The identity of this player is confirmed already.',
  },
  cpfTaken: {
    'pt-BR': 'Este CPF já está em outra conta.',
    en: 'This CPF is in another account already.',
  },
  kioskForbidden: {
    'pt-BR': 'As regras daqui não permitem apostas em totens.',
    en: 'The rules here do not allow betting at kiosks.',
  },
}

/** undefined: the product's own text says it to staff as well. */
export function productRefusalText(language: OfficeLanguage, key: string): string | undefined {
  return productRefusals[key]?.[language]
}

/** The language of an `Accept-Language` header: the one it names first, else Portuguese. */
export function officeLanguageOf(header: string | undefined): OfficeLanguage {
  for (const tag of (header ?? '').split(',')) {
    const wanted = tag.trim().slice(0, 2).toLowerCase()
    const found = officeLanguages.find((language) => language.slice(0, 2) === wanted)
    if (found) return found
  }
  return 'pt-BR'
}

/** The product's dictionary with the same language. */
export function productLanguage(language: OfficeLanguage): LanguageCode {
  return language === 'en' ? 'en_US' : 'pt_BR'
}
