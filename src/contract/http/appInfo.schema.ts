import { z } from 'zod'
import { bonusKinds } from '../rules/bonusKinds.ts'
import { houseSwitches } from '../rules/houseSwitches.ts'
import { languageCodes } from '../languages.ts'
import { limitKinds } from '../rules/limits.ts'
import { bannerPictures, noticePlaces } from '../rules/content.ts'
import { amountOut, id, isoDate } from './wire.schema.ts'

/** Payment methods and mandatory notices; the jurisdiction profile selects from these. */
export const paymentMethods = ['pix', 'card'] as const
export const legalNotices = ['risk', 'ownAccount', 'notIncome'] as const

/** Who operates the house. A field that is null is not stated. */
export const operator = z.strictObject({
  name: z.string().min(1),
  taxId: z.string().min(1).nullable(),
  address: z.string().min(1).nullable(),
  licence: z.string().min(1).nullable(),
  email: z.email(),
  dataController: z.string().min(1).nullable().describe('null: the operator itself'),
  dataOfficer: z.email(),
  complaints: z.array(z.url()),
  settlementRules: z
    .strictObject({
      text: z
        .partialRecord(z.enum(languageCodes), z.string().min(1).max(4_000))
        .refine((texts) => texts.pt_BR !== undefined, 'needs pt_BR, which the other languages fall back to')
        .nullable()
        .describe("instead of our text, by language; null: our text, which describes this program's rules"),
      url: z.url().nullable().describe('a page that says more'),
    })
    .describe('how bets on sports are settled'),
  terms: z.strictObject({ version: z.string().min(1), date: z.iso.date() }),
})

/** What a help line offers; its text is in the dictionaries. */
/** `stateExclusion`: the state's page where one leaves every licensed house at once. */
const helpKinds = ['emotionalSupport', 'peerGroup', 'counselling', 'stateExclusion'] as const

/** Where players of the jurisdiction find help; a line has a telephone number, a page, or both. */
export const helpLine = z
  .strictObject({
    name: z.string().min(1),
    about: z.enum(helpKinds),
    phone: z.string().min(1).nullable(),
    url: z.url().nullable(),
    freeAllDay: z.boolean().describe('free of charge and answered at any hour'),
  })
  .refine(({ phone, url }) => phone !== null || url !== null, 'needs phone or url')

/** Configuration for a device before login. */
export const appInfo = {
  data: z.object({
    brand: z.string(),
    apiKey: z
      .string()
      .describe('public; names the data of this server: clients drop what they stored of another one'),
    jurisdiction: z.string(),
    messenger: z.string().nullable(),
    social: z.string().nullable().describe("the brand's page on a social network, if configured"),
    links: z
      .array(z.object({ label: z.string(), url: z.string() }))
      .describe('further links, for the footer'),
    supportId: z.string().nullable().describe('LiveChat licence id, if configured'),
    chat: z
      .enum(['licence', 'own', 'none'])
      .describe('support chat: LiveChat by its licence id, our own page, or none'),
    captcha: z.enum(['image', 'widget']),
    usdt: z.boolean(),
    limitsAtSignUp: z
      .array(z.enum(limitKinds))
      .describe('the kinds of which a limit is asked for before the first deposit'),
    birthDate: z.boolean().describe('whether the identity form asks for the date of birth'),
    identityPictures: z
      .boolean()
      .describe('whether the identity check asks for pictures of the document and of the face'),
    paymentMethods: z.array(z.enum(paymentMethods)),
    bonuses: z.array(z.enum(bonusKinds)).describe('the kinds of bonus that there are'),
    switchedOff: z.array(z.enum(houseSwitches)).describe('what the jurisdiction turns off'),
    idleCloseMinutes: z.number().int().nullable().describe('minutes without use after which a session ends'),
    kiosk: z.boolean().describe('whether kiosks are allowed'),
    vouchers: z.boolean().describe('whether cash may come in as a voucher'),
    voucherWithdrawal: amountOut
      .nullable()
      .describe('the most that may be taken out as one voucher at a kiosk, if that is allowed'),
    sports: z
      .object({ retirement: z.enum(['afterOneSet', 'endOnly']), superOver: z.boolean() })
      .describe('which bets on sports stand, where houses differ'),
    notices: z.array(z.enum(legalNotices)).describe('what players must be told'),
    helpLines: z.array(helpLine).describe('where players find help, the first one also in the footer'),
    operator: operator.describe('who operates the house, as the terms state it'),
    playMoney: z.boolean().describe('whether payments move no real money'),
    sandbox: z.boolean(),
    demonstration: z.boolean().describe('whether payments move no real money on a production server'),
    serverTime: isoDate,
  }),
}

/** The dynamic content of /home. */
export const home = {
  data: z.object({
    banners: z.array(
      z.object({
        id,
        picture: z.enum(bannerPictures),
        target: z.string(),
        texts: z
          .object({ kicker: z.string(), title: z.string(), action: z.string() })
          .nullable()
          .describe("null: the client's own texts for the picture"),
      }),
    ),
    bigWins: z.array(z.object({ player: z.string(), gameCode: z.string(), amount: amountOut, at: isoDate })),
    online: z.number().int(),
    onlineRule: z
      .object({ multiplier: z.number().int(), jitter: z.boolean() })
      .describe('how the jurisdiction profile shows the count'),
  }),
}

/** The operator's notices that are shown now. */
export const notices = {
  data: z.object({
    list: z.array(
      z.object({
        id,
        text: z.string(),
        place: z.enum(noticePlaces),
        seconds: z.number().describe('how long it stays in a game'),
        leftMs: z
          .number()
          .nullable()
          .describe('how long it is shown from now on; null: until it is withdrawn'),
      }),
    ),
  }),
}
