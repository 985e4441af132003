import type { FourEyes } from '#contract/office/settings.ts'
import type { Cents } from '#contract/money.ts'
import type { Reader } from '../../db/client.ts'
import { readSettings } from './settings.ts'

/** Whether a second person must confirm this amount. Reads the setting now, not one of some seconds ago. */
export async function needsFourEyes(on: Reader, kind: keyof FourEyes, amount: Cents): Promise<boolean> {
  const { fourEyes } = await readSettings(on)
  const from = fourEyes[kind]
  return from !== null && amount >= from
}

/** Whether the change lets one person alone do what needed two before. */
export function isWeaker(before: FourEyes, after: FourEyes): boolean {
  const kinds = Object.keys(before) as (keyof FourEyes)[]
  return kinds.some((kind) => (after[kind] ?? Infinity) > (before[kind] ?? Infinity))
}
