import { createRequire } from 'node:module'
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'
import { browserFloor } from './browserFloor.ts'

// Not imported: Vitest would turn its twenty megabytes into a module.
const compat = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** By the names of the data; the same engine on a phone may have got something later. */
const oldest = {
  chrome: browserFloor.chrome,
  chrome_android: browserFloor.chrome,
  firefox: browserFloor.firefox,
  firefox_android: browserFloor.firefox,
  safari: browserFloor.safari,
  safari_ios: browserFloor.safari,
} as const

export const { api, css, javascript } = compat

/** What is below `names` in the tables of MDN: undefined where they do not know it. */
export function below(table: Identifier | undefined, ...names: string[]): Identifier | undefined {
  return names.reduce<Identifier | undefined>(
    (found, name) => (found && Object.hasOwn(found, name) ? found[name] : undefined),
    table,
  )
}

/** What is directly below it. */
export function entriesOf(table: Identifier | undefined): [name: string, entry: Identifier][] {
  return Object.entries(table ?? {}).filter((pair): pair is [string, Identifier] => pair[0] !== '__compat')
}

/** Whether a browser of the floor lacks it; what the tables do not know is not lacking. */
export function isNewer(entry: Identifier | undefined): boolean {
  const statement = entry?.__compat
  return statement !== undefined && lacking(statement).length > 0
}

/** The browsers of the floor that lack it. */
function lacking({ support }: CompatStatement): string[] {
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const statement = support[browser as keyof typeof oldest]
    // The tables leave a browser out where nobody knows.
    if (statement === undefined) return []
    const list = Array.isArray(statement) ? statement : [statement]
    return list.some((each) => isIn(each, version)) ? [] : [browser]
  })
}

function isIn(statement: SimpleSupportStatement, version: number): boolean {
  if (statement.flags || statement.prefix || statement.alternative_name) return false
  const { version_added: added, version_removed: removed } = statement
  // "preview" is a version that is not out; "≤79": in this one at the latest.
  if (typeof added !== 'string' || added === 'preview') return false
  if (Number.parseFloat(added.replace('≤', '')) > version) return false
  return typeof removed !== 'string' || Number.parseFloat(removed.replace('≤', '')) > version
}
