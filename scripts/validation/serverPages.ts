import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { toHtml } from '#main/printer/html.ts'
import { loadTexts } from '#main/printer/texts.ts'
import { exitPage } from '#server/apps/exitPage.ts'
import { examplePage } from '#server/providers/games/example/examplePage.ts'
import { createMailTemplate } from '#server/providers/mail/template/mailTemplate.ts'
import {
  renderPayPage,
  renderUnknownPage,
  type PagePayment,
} from '#server/providers/payment/payPage/payHtml.ts'
import { testCards, testCode } from '#server/providers/payment/sandbox/testCards.ts'
import { renderConfirmPage } from '#server/routes/confirm/confirmHtml.ts'
import { sampleMails } from '../sampleMails.ts'

/** A document that the server, or the application for its printer, writes itself. */
export interface ServerPage {
  name: string
  html: string
}

const now = new Date('2027-03-10T18:00:00Z')
const results = [null, 'paid', 'cancelled', 'failed', 'expired'] as const

/**
 * E-mails, payment pages, receipts and the pages where links of e-mails land, each kind in each state and language; and the
 * pages of games.
 */
export async function serverPages(): Promise<ServerPage[]> {
  const template = createMailTemplate()
  const mails = sampleMails().map((mail) => ({
    name: `mail-${mail.key}.${mail.language}`,
    html: template(mail).html,
  }))
  return [
    ...mails,
    ...languageCodes.flatMap((code) => [...payPages(code), ...confirmPages(code)]),
    ...(await Promise.all(languageCodes.map(receipt))),
    { name: 'game-example', html: examplePage },
    { name: 'game-exit', html: exitPage('https://palpite.example') },
  ]
}

/** On paper, with every kind of line. */
async function receipt(language: LanguageCode): Promise<ServerPage> {
  const texts = await loadTexts(language)
  const html = toHtml({
    locale: languages[language].locale,
    name: 'deposit-1',
    blocks: [
      { kind: 'title', text: texts.deposit },
      {
        kind: 'row',
        label: texts.paidAmount,
        value: formatMoney(cents(12_345), languages[language]),
        isStrong: true,
      },
      { kind: 'rule' },
      { kind: 'text', text: 'a < b & "c"', isCentred: true },
      { kind: 'qr', value: 'https://palpite.example/vale1' },
    ],
  })
  return { name: `receipt.${language}`, html }
}

function confirmPages(language: LanguageCode): ServerPage[] {
  return (['open', 'done', 'expired'] as const).map((state) => ({
    name: `confirm-${state}.${language}`,
    html: renderConfirmPage({ language, state, email: 'ana&bia@example.com' }),
  }))
}

function payPages(language: LanguageCode): ServerPage[] {
  const page = (result: PagePayment['result'], isSandbox: boolean) =>
    renderPayPage({
      payment: {
        payNo: 'a1',
        amount: cents(10_000),
        expiresAt: new Date(now.getTime() + 900_000),
        returnUrl: 'https://palpite.example/paySuccess?order=1&kind=2',
        language,
        brCode: '00020126580014br.gov.bcb.pix',
        methods: isSandbox ? ['pix', 'card'] : ['pix'],
        result,
      },
      language,
      now,
      base: isSandbox ? '/sandbox' : '/pix',
      recipient: 'Operador & Cia. "Ltda."',
      canSettle: isSandbox,
      ...(isSandbox && { cards: cardDesk }),
    })
  return [
    ...results.flatMap((result) => [
      { name: `pay-sandbox-${result ?? 'pending'}.${language}`, html: page(result, true) },
      { name: `pay-pix-${result ?? 'pending'}.${language}`, html: page(result, false) },
    ]),
    { name: `pay-unknown.${language}`, html: renderUnknownPage('/pix', language) },
  ]
}

/** Nobody pays here. */
const cardDesk = {
  pay: () => Promise.resolve('declined' as const),
  confirm: () => Promise.resolve('declined' as const),
  testCards,
  testCode,
}
