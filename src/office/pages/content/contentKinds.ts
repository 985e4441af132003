import type { ContentState } from '#contract/office/content.ts'
import type { ContentKind } from '#contract/rules/content.ts'
import { bannerPictures, linkPlaces, noticePlaces } from '#contract/rules/content.ts'
import type { TextKey } from '../../i18n/i18n.ts'

/** A text that is written in each language. `lines`: several, one a line. */
export interface TextPart {
  name: string
  label: TextKey
  kind: 'line' | 'long' | 'lines'
  longest: number
}

/** What a row of the kind has besides its texts and times. */
export interface FieldPart {
  name: string
  label: TextKey
  kind: 'text' | 'number' | 'money' | 'percent' | 'choice'
  hint?: TextKey
  choices?: readonly { value: string; label: TextKey }[]
  isOptional?: boolean
}

export interface KindParts {
  texts: readonly TextPart[]
  fields: readonly FieldPart[]
  /** A row without own texts shows those of the product. */
  hasStandardTexts: boolean
  /** What a new row begins with. */
  first: Readonly<Record<string, unknown>>
}

const choicesOf = (values: readonly string[], of: string) =>
  values.map((value) => ({ value, label: `contentFields.${of}.${value || 'top'}` as TextKey }))

export const kindParts: Record<ContentKind, KindParts> = {
  notice: {
    texts: [{ name: 'text', label: 'contentTexts.text', kind: 'long', longest: 500 }],
    fields: [
      {
        name: 'place',
        label: 'contentFields.place',
        kind: 'choice',
        choices: choicesOf(noticePlaces, 'places'),
      },
      {
        name: 'userId',
        label: 'contentFields.userId',
        kind: 'text',
        hint: 'contentFields.userIdHint',
        isOptional: true,
      },
      { name: 'seconds', label: 'contentFields.seconds', kind: 'number' },
    ],
    hasStandardTexts: false,
    first: { place: 'everywhere', userId: null, seconds: 10 },
  },
  banner: {
    texts: [
      { name: 'kicker', label: 'contentTexts.kicker', kind: 'line', longest: 40 },
      { name: 'title', label: 'contentTexts.title', kind: 'line', longest: 80 },
      { name: 'action', label: 'contentTexts.action', kind: 'line', longest: 30 },
    ],
    fields: [
      {
        name: 'picture',
        label: 'contentFields.picture',
        kind: 'choice',
        choices: choicesOf(bannerPictures, 'pictures'),
      },
      { name: 'target', label: 'contentFields.target', kind: 'text', hint: 'contentFields.targetHint' },
    ],
    hasStandardTexts: true,
    first: { picture: 'deposit', target: '/conta' },
  },
  promotion: {
    texts: [
      { name: 'title', label: 'contentTexts.title', kind: 'line', longest: 80 },
      { name: 'short', label: 'contentTexts.short', kind: 'line', longest: 160 },
      { name: 'text', label: 'contentTexts.text', kind: 'long', longest: 1_000 },
      { name: 'rules', label: 'contentTexts.rules', kind: 'lines', longest: 10_000 },
    ],
    fields: [
      {
        name: 'kind',
        label: 'contentFields.promotion',
        kind: 'choice',
        choices: choicesOf(['firstDeposit', 'weekendCashback', 'invite'], 'promotions'),
      },
      {
        name: 'fraction',
        label: 'contentFields.fraction',
        kind: 'percent',
        hint: 'contentFields.fractionHint',
      },
      { name: 'maximum', label: 'contentFields.maximum', kind: 'money' },
      { name: 'minimum', label: 'contentFields.minimum', kind: 'money' },
      { name: 'days', label: 'contentFields.days', kind: 'number' },
      { name: 'turnover', label: 'contentFields.turnover', kind: 'number' },
    ],
    hasStandardTexts: true,
    first: { kind: 'firstDeposit', fraction: 0.1, maximum: 10_000, minimum: 2_000, days: 7, turnover: 2 },
  },
  package: {
    texts: [],
    fields: [
      { name: 'price', label: 'contentFields.price', kind: 'money' },
      { name: 'bonus', label: 'contentFields.bonus', kind: 'money' },
      {
        name: 'kind',
        label: 'contentFields.package',
        kind: 'choice',
        choices: choicesOf(['BRL', 'EXTPAY', '', 'FCBRL', 'BTBRL', 'INSBRL', 'EXPPAY'], 'packages'),
      },
    ],
    hasStandardTexts: false,
    first: { price: 5_000, bonus: 0, kind: 'BRL' },
  },
  link: {
    texts: [{ name: 'label', label: 'contentTexts.label', kind: 'line', longest: 40 }],
    fields: [
      {
        name: 'place',
        label: 'contentFields.place',
        kind: 'choice',
        choices: choicesOf(linkPlaces, 'links'),
      },
      { name: 'url', label: 'contentFields.url', kind: 'text', hint: 'contentFields.urlHint' },
    ],
    hasStandardTexts: true,
    first: { place: 'footer', url: 'https://' },
  },
}

/** A new row of the kind. The server checks it by the kind's schema when it is saved. */
export function emptyState(kind: ContentKind): ContentState {
  return {
    enabled: true,
    startsAt: null,
    endsAt: null,
    sort: 100,
    texts: {},
    fields: kindParts[kind].first,
  } as ContentState
}
