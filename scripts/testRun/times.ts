/** What each part of a run took, as a table for the terminal and for docs/tests.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { formatText } from '../formatText.ts'
import { sum, type Result } from './parts.ts'

const page = 'docs/tests.md'

/** What two quiet cores do in the time that `npm test` may take: 14 minutes, of which they are idle for some. */
const budgetCpuSeconds = 1_620

/** A Markdown table: a row for each part, the last one for the whole run. Parts overlap where they ran side by side. */
export function timesTable(results: readonly Result[], seconds: number): string {
  const all = { name: 'everything', seconds, cpuSeconds: cpuSecondsOf(results), ...sum(results) }
  const rows = [...results, all].map(
    ({ name, passed, failed, skipped, seconds, cpuSeconds }) =>
      `| ${name} | ${passed} | ${failed} | ${skipped} | ${seconds.toFixed(1)} | ${cpuSeconds?.toFixed(1) ?? '–'} |`,
  )
  return [
    '| part | passed | failed | skipped | seconds | CPU seconds |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Undefined where it was not counted. */
function cpuSecondsOf(results: readonly Result[]): number | undefined {
  const counted = results.flatMap(({ cpuSeconds }) => cpuSeconds ?? [])
  return counted.length < results.length ? undefined : counted.reduce((total, each) => total + each, 0)
}

/** What to say of an `npm test` that needs more CPU time than two cores have in 14 minutes; undefined if it does not. */
export function budgetWarning(results: readonly Result[]): string | undefined {
  const used = cpuSecondsOf(results)
  if (used === undefined || used <= budgetCpuSeconds) return undefined
  const minutes = (seconds: number) => (seconds / 60).toFixed(1)
  return (
    `npm test took ${minutes(used)} CPU minutes; its budget is ${minutes(budgetCpuSeconds)}. ` +
    'See "What npm test leaves out" in docs/tests.md.'
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
