import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { createMailTemplate } from '#server/providers/mail/template/mailTemplate.ts'
import {
  renderPayPage,
  renderUnknownPage,
  type PagePayment,
} from '#server/providers/payment/payPage/payHtml.ts'
import { testCards, testCode } from '#server/providers/payment/sandbox/testCards.ts'
import { renderConfirmPage } from '#server/routes/confirm/confirmHtml.ts'
import { sampleMails } from '../sampleMails.ts'

/** A document that the server writes itself. */
export interface ServerPage {
  name: string
  html: string
}

const now = new Date('2027-03-10T18:00:00Z')
const results = [null, 'paid', 'cancelled', 'failed', 'expired'] as const

/** E-mails, payment pages and the pages where links of e-mails land: each kind in each state and language. */
export function serverPages(): ServerPage[] {
  const template = createMailTemplate()
  const mails = sampleMails().map((mail) => ({
    name: `mail-${mail.key}.${mail.language}`,
    html: template(mail).html,
  }))
  return [...mails, ...languageCodes.flatMap((code) => [...payPages(code), ...confirmPages(code)])]
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
