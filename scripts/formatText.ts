import { readFileSync } from 'node:fs'
import { format, type Oxfmtrc } from 'oxfmt'

/** Formats the text of a file that a script writes, as `npm run format` would. Throws on a syntax error. */
export async function formatText(path: string, text: string): Promise<string> {
  const { ignorePatterns: _, ...options } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as Oxfmtrc
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
