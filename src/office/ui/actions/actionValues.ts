import type { ActionField, ActionValues } from './action.ts'
import { hasThousands, typedCents, typedNumber } from './amounts.ts'

/** The text of what is wrong with it, if anything is. */
export function problemOf(field: Pick<ActionField, 'kind' | 'isOptional'>, value: string) {
  if (value.trim() === '') return field.isOptional ? undefined : ('actions.missing' as const)
  if (field.kind === 'money' && typedCents(value) === undefined) return 'actions.noAmount' as const
  if (field.kind === 'number' && hasThousands(value)) return 'actions.noThousands' as const
  if (field.kind === 'number' && typedNumber(value) === undefined) return 'actions.noNumber' as const
  return undefined
}

const readers: Partial<Record<NonNullable<ActionField['kind']>, (text: string) => number | undefined>> = {
  money: typedCents,
  number: typedNumber,
}

/** Trimmed; amounts as cents, numbers with a point. */
export function toRequestValues(
  fields: readonly ActionField[],
  values: Record<string, string>,
): ActionValues {
  const entries = fields.map((field) => {
    const value = (values[field.name] ?? '').trim()
    const read = field.kind && readers[field.kind]
    return [field.name, read && value !== '' ? String(read(value)) : value]
  })
  return { reason: '', ...(Object.fromEntries(entries) as Record<string, string>) }
}
