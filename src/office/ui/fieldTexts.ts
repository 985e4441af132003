import { languages, type LanguageCode } from '#contract/languages.ts'
import { hasText, i18n, type TextKey } from '../i18n/i18n.ts'
import { callKey } from './actions/action.ts'

/** Where the texts of a field's values are, the first that has one; others are shown as they are. */
const valueTexts: Partial<Record<string, (value: string) => string[]>> = {
  account: (value) => [`fieldValues.${value}`],
  action: (value) => [callKey(value)],
  call: (value) => [callKey(value)],
  correction: (value) => [`correctionNames.${value}`],
  identity: (value) => [`fieldValues.${value}`],
  kind: (value) => [`fieldValues.${value}`, `adjustmentKinds.${value}`, `subjects.${value}`],
  period: (value) => [`fieldValues.${value}`],
  prizeReason: (value) => [`prizeReasons.${value}`],
  reason: (value) => [`statusReasons.${value}`],
  refusal: (value) => [`refusals.${value}`, `identities.refusals.${value}`],
  result: (value) => [`fieldValues.${value}`],
  review: (value) => [`riskMarks.${value === 'newKey' ? 'noPassword' : value}`],
  role: (value) => [`roles.${value}`],
  sessionId: (value) => [`fieldValues.${value}`],
  state: (value) => [`withdrawalStates.${value}`, `fieldValues.${value}`],
  status: (value) => [`fieldValues.${value}`],
  statusReason: (value) => [`statusReasons.${value}`],
  wallet: (value) => [`fieldValues.${value}`],
}

/** How a person calls a field by its path, such as `limits.0.amountCents`; a part that is new here, by its own name. */
export function fieldName(path: string): string {
  return path
    .split('.')
    .map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1)
      if (part in languages) return languages[part as LanguageCode].name
      return textAt(`fieldNames.${part}`) ?? part
    })
    .join(' · ')
}

/** A value of a field in words, where it has any. */
export function fieldValue(path: string, value: string | boolean): string {
  if (typeof value === 'boolean') return textAt(`fieldValues.${String(value)}`) ?? String(value)
  const keys = valueTexts[path.split('.').at(-1) ?? '']?.(value) ?? []
  return keys.map(textAt).find((text) => text !== undefined) ?? value
}

function textAt(key: string): string | undefined {
  return hasText(key) ? (i18n.t(key as TextKey) as string) : undefined
}
