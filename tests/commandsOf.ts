import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commands (`sh`) of a page of docs, by the number of their section. */
export function commandsOf(page: string): Record<string, string> {
  const [, ...sections] = readFileSync(join('docs', page), 'utf8').split(/^## (?=\d+\. )/m)
  return Object.fromEntries(
    sections.map((section) => [
      parseInt(section, 10),
      [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands).join(''),
    ]),
  )
}
