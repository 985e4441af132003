import { expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { createMailTemplate } from '#server/providers/mail/template/mailTemplate.ts'
import { sampleMails } from '../../../../../scripts/sampleMails.ts'

const template = createMailTemplate()
const mails = sampleMails().map((mail) => ({ mail, ...template(mail) }))
const named = (wrong: typeof mails) => wrong.map(({ mail }) => `${mail.key} ${mail.language}`)

it('each mail is there in each language, with every place filled, and says the same as HTML and as text', () => {
  expect(new Set(mails.map(({ mail }) => mail.language))).toEqual(new Set(languageCodes))
  const open = /\{\w+\}|undefined|NaN|%brand%/
  expect(named(mails.filter(({ mail, text }) => open.test(mail.subject + text)))).toEqual([])
  const plain = (html: string) =>
    html
      .replace(/<br>|<\/p>|<\/h1>|<\/a>/g, '\n')
      .replace(/<style>.*<\/style>|<[^>]+>/gs, '')
      .replaceAll('&nbsp;', ' ')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const missing = mails.filter(({ mail, html }) =>
    [...mail.text.split('\n'), ...mail.footer, mail.link?.label ?? ''].some(
      (line) => !plain(html).includes(line.replaceAll('\u00A0', ' ')),
    ),
  )
  expect(named(missing)).toEqual([])
})

it('no amount is torn apart at the end of a line', () => {
  const withAmount = mails.filter(({ mail }) => mail.key === 'depositPaid' || mail.key === 'monthStatement')
  expect(withAmount).toHaveLength(2 * languageCodes.length)
  for (const { html } of withAmount) expect(html).toMatch(/R\$&nbsp;\d/)
  expect(named(mails.filter(({ html }) => /R\$ \d/.test(html)))).toEqual([])
})

it('nothing is loaded from elsewhere, and links lead to the product only', () => {
  const addresses = mails.flatMap(({ html }) =>
    [...html.matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"'\s)>]+)/g)].map(([, address = '']) => address),
  )
  expect(addresses.length).toBeGreaterThan(mails.length)
  expect(addresses.filter((address) => !/^(cid:|https:\/\/palpite\.example\/)/.test(address))).toEqual([])
})
