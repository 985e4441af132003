import { z } from 'zod'
import { centsWithin, fractionWithin, problem } from '../bounds.schema.ts'
import { isoDate } from '../http/wire.schema.ts'
import { languageCodes } from '../languages.ts'
import { cents } from '../money.ts'
import { bannerPictures, linkPlaces, noticePlaces, type ContentKind } from './content.ts'

const line = (maximum: number) => z.string().trim().min(1).max(maximum)

/**
 * Texts by language. None at all: the product's own, unless `isRequired`; else pt_BR, which other languages fall back to,
 * is among them.
 */
const byLanguage = <Shape extends z.ZodRawShape>(shape: Shape, isRequired = false) =>
  z
    .partialRecord(z.enum(languageCodes), z.strictObject(shape))
    .refine((texts) => (!isRequired && Object.keys(texts).length === 0) || texts.pt_BR !== undefined, {
      // At a field, where the person looks.
      path: ['pt_BR', Object.keys(shape)[0] ?? ''],
      ...problem('needsPortuguese'),
    })

const row = <Texts extends z.ZodType, Fields extends z.ZodRawShape>(texts: Texts, fields: Fields) =>
  z
    .strictObject({
      enabled: z.boolean(),
      startsAt: isoDate.nullable(),
      endsAt: isoDate.nullable(),
      sort: z.number().int().min(0).max(100_000),
      texts,
      fields: z.strictObject(fields),
    })
    .refine(
      ({ startsAt, endsAt }) =>
        startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt),
      { path: ['endsAt'], ...problem('endsFirst') },
    )

/** Cents, up to R$ 1,000,000.00. */
const largest = 100_000_000
const amount = centsWithin(0, largest).transform(cents)

/** A page of the product, never another site. */
const pageAddress = z
  .string()
  .refine((text) => /^\/(?!\/)[\w\-/?=&{}.]{0,200}$/.test(text), problem('notAPage'))

/** Rows of each kind. */
export const schemas = {
  notice: row(byLanguage({ text: line(500) }, true), {
    place: z.enum(noticePlaces),
    userId: z.string().min(1).max(64).nullable().describe('the only player who sees it; null: everybody'),
    seconds: z.number().int().min(3).max(60).describe('how long it stays in a game'),
  }),
  banner: row(byLanguage({ kicker: line(40), title: line(80), action: line(30) }), {
    picture: z.enum(bannerPictures),
    target: pageAddress,
  }),
  promotion: row(
    byLanguage({
      title: line(80),
      short: line(160),
      text: line(1_000),
      rules: z.array(line(500)).min(1).max(20),
    }),
    {
      kind: z.enum(['firstDeposit', 'weekendCashback', 'invite']),
      fraction: fractionWithin(0, 1),
      maximum: amount,
      minimum: amount,
      days: z.number().int().min(1).max(366),
      turnover: z.number().min(0).max(100),
    },
  ),
  package: row(z.strictObject({}), {
    price: centsWithin(1, largest).transform(cents),
    bonus: amount,
    kind: z.enum(['BRL', 'EXTPAY', '', 'BTBRL', 'FCBRL', 'INSBRL', 'EXPPAY']),
  }),
  link: row(byLanguage({ label: line(40) }), {
    place: z.enum(linkPlaces),
    url: z.url({ protocol: /^https?$/ }).max(500),
  }),
}

/** A row as the operator saves it. Times are ISO 8601; amounts cents. */
export type ContentState<Kind extends ContentKind = ContentKind> = z.output<(typeof schemas)[Kind]>
