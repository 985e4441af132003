/** What each part of a run took, as a table for the terminal and for docs/tests.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { formatText } from '../formatText.ts'
import { sum, type Result } from './parts.ts'

const page = 'docs/tests.md'

/** A Markdown table: a row for each part, the last one for the whole run. Parts overlap where they ran side by side. */
export function timesTable(results: readonly Result[], seconds: number): string {
  const rows = [...results, { name: 'everything', seconds, ...sum(results) }].map(
    (row) => `| ${row.name} | ${row.passed} | ${row.failed} | ${row.skipped} | ${row.seconds.toFixed(1)} |`,
  )
  return ['| part | passed | failed | skipped | seconds |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** Replaces the table of this command in docs/tests.md, between its two comments. */
export async function writeTimes(
  command: 'test' | 'test:full' | 'test:rest',
  results: readonly Result[],
  seconds: number,
): Promise<void> {
  const [begin, end] = [`<!-- npm run ${command} -->`, `<!-- end of npm run ${command} -->`]
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${page} has no place for the times of ${command}`)
  const machine = `Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`
  const table = `${begin}\n\n${machine}\n\n${timesTable(results, seconds)}\n\n`
  const written = text.slice(0, from) + table + text.slice(to)
  writeFileSync(page, await formatText(page, written))
}
