import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../config/startError.ts'

/** The operator's copies of the regulator's schemas: `<family>.xsd`, and what these include. */
export interface ReportSchemas {
  /** By name of the file. */
  files: ReadonlyMap<string, string>
}

/** Throws a StartError when the folder cannot be read or has no schema. */
export function readSchemas(folder: string | undefined): ReportSchemas {
  if (folder === undefined) return { files: new Map() }
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.xsd'))
  } catch (cause) {
    throw new StartError(`REPORT_SCHEMAS ${folder} cannot be read`, { cause })
  }
  if (names.length === 0) throw new StartError(`REPORT_SCHEMAS ${folder} has no .xsd file`)
  return { files: new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])) }
}

/**
 * What is wrong with a file by its schema: the elements and the rules, never a value, which may be a taxpayer number. Null:
 * nothing.
 */
export async function validateXml(
  xml: string,
  name: string,
  { files }: ReportSchemas,
): Promise<string | null> {
  const schema = files.get(`${name}.xsd`)
  if (schema === undefined) return `there is no ${name}.xsd`
  const { validateXML } = await import('xmllint-wasm')
  const result = await validateXML({
    xml: [{ fileName: `${name}.xml`, contents: xml }],
    schema: [{ fileName: `${name}.xsd`, contents: schema }],
    preload: [...files]
      .filter(([fileName]) => fileName !== `${name}.xsd`)
      .map(([fileName, contents]) => ({ fileName, contents })),
    // Pages of 64 KiB: a lot of 3 MiB needs some forty times its size.
    initialMemoryPages: 1_024,
    maxMemoryPages: 8_192,
  })
  if (result.valid) return null
  return result.errors
    .slice(0, 3)
    .map(({ message }) => withoutValue(message))
    .join('; ')
}

/** What a message of libxml2 says about the schema; everything else in it may quote the file. */
const rules = [
  /\[facet '[\w-]+'\]/,
  /is not a valid value of the [\w ]*type(?: '[\w:.-]+')?/,
  /This element is not expected\.(?: Expected is (?:one of )?\( [^()']*\))?/,
  /Missing child element\(s\)\.(?: Expected is (?:one of )?\( [^()']*\))?/,
  /The attribute '[\w:.-]+' is (?:required but missing|not allowed)/,
  /No matching global declaration available/,
  /is not allowed/,
]

function withoutValue(message: string): string {
  const element = /Element '(\w+)'(?:, attribute '(\w+)')?/.exec(message)
  const place = element ? element.slice(1).filter(Boolean).join(' ') : 'the file'
  const rule = rules.map((each) => each.exec(message)?.[0]).find((each) => each !== undefined)
  return `${place}: ${rule ?? 'refused by the schema'}`
}
