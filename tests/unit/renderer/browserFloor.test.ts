import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '../../../src')
/** What runs in the browsers of players; the back office and the terminal's program have newer ones. */
const folders = ['contract', 'frames', 'http', 'realtime', 'renderer', 'serviceWorker']
/** Newer than Chrome 103, Safari 16 and Firefox 102. */
const newer =
  /URL\.(canParse|parse)\b|\.(toReversed|toSorted|toSpliced|findLast|findLastIndex|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|Object\.groupBy|Map\.groupBy|Promise\.(withResolvers|try)\b|Array\.fromAsync|AbortSignal\.any\(|\bIterator\.from/

it('the code for players calls nothing that browsers of the last four years lack', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.schema\.ts$/.test(file))
      .map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
      .flatMap((line) => newer.exec(line)?.[0] ?? [])
      .map((call) => `${file}: ${call}`),
  )
  expect(found).toEqual([])
})
