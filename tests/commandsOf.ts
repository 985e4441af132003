import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commands (`sh`) of sections of a page of docs, by their numbers; without numbers of all. */
export function commandsOf(page: string, ...numbers: number[]): string {
  const [, ...sections] = readFileSync(join('docs', page), 'utf8').split(/^## (?=\d+\. )/m)
  return sections
    .filter((section) => numbers.length === 0 || numbers.includes(parseInt(section, 10)))
    .flatMap((section) => [...section.matchAll(/^```sh\n(.*?)^```$/gms)])
    .map(([, commands]) => commands)
    .join('')
}
