import { isDeepStrictEqual } from 'node:util'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

/**
 * Throws `conflict` where what a form was filled with is not what stands there now: whoever sends it would take back what
 * another person has changed meanwhile. `seen`: the parts that the form changes, as it began with them; undefined: it began
 * empty. `now` must be locked, or have been written by this transaction.
 */
export function refuseChanged<T extends object>(seen: Partial<T> | undefined, now: T): void {
  for (const [name, value] of Object.entries(seen ?? {}))
    if (value !== undefined && !isDeepStrictEqual(value, now[name as keyof T]))
      throw new OfficeRefusal('conflict')
}
