import { loadavg } from 'node:os'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { goalText, meetsGoal, median, type Comparison } from './pairs.ts'

const folder = 'bench/results'

interface Report {
  /** `load`: the load average of the machine over 1, 5 and 15 minutes at the end of the run. */
  rows: (Comparison & { at: string; load?: number[] })[]
}

/**
 * Writes the raw values, a table and a plot to files with this name; returns the table. Rows that were not measured this
 * time are kept.
 */
export function report(measured: Comparison[], name: 'latest' | 'growth' | 'office' = 'latest'): string {
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}.json`
  const at = new Date().toISOString()
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report).rows : []
  const rows = [
    ...measured.map((row) => ({ ...row, at, load: loadavg() })),
    ...earlier.filter(({ name }) => measured.every((row) => row.name !== name)),
  ]
  writeFileSync(file, `${JSON.stringify({ rows } satisfies Report, null, 2)}\n`)
  writeFileSync(`${folder}/${name}.svg`, plot(rows))
  const table = [
    '| what | ours | peer | ratio | goal | met | load |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const values = (list: number[]) => `${median(list).toFixed(median(list) < 100 ? 1 : 0)} ${row.unit}`
      const cells = [
        row.name,
        values(row.ours),
        `${values(row.peer)} (${row.peerName})`,
        // Both may be 0, as tasks over 50 ms should be; in the file that is null.
        Number.isFinite(row.ratio) ? row.ratio.toFixed(2) : '–',
        goalText(row),
        meetsGoal(row) ? 'yes' : 'no',
        row.load?.[0]?.toFixed(1) ?? '',
      ]
      return `| ${cells.join(' | ')} |`
    }),
    ...rows.flatMap(({ notes = [] }) => notes.map((note) => `\n${note}.`)),
  ].join('\n')
  writeFileSync(`${folder}/${name}.md`, `${table}\n`)
  return table
}

/** The goal as a ratio: one for our own value is drawn where it would be beside this peer. */
function boundOf({ goal, peer }: Comparison): number {
  if ('atMost' in goal) return goal.atMost
  if ('atLeast' in goal) return goal.atLeast
  return ('valueAtMost' in goal ? goal.valueAtMost : goal.valueAtLeast) / median(peer)
}

/** An SVG with each pair's ratio as a dot and the goal as a line. */
function plot(rows: Comparison[]): string {
  const height = 60
  const scale = (ratio: number) => 220 + (Number.isNaN(ratio) ? 0 : Math.min(ratio, 3)) * 120
  const lines = rows.map((row, index) => {
    const y = 40 + index * height
    const goal = scale(boundOf(row))
    const dots = row.ours.map((value, i) => {
      const x = scale(value / (row.peer[i] ?? NaN))
      return `<circle cx="${x.toFixed(1)}" cy="${y}" r="5" fill="#19d27c" fill-opacity=".7"/>`
    })
    return `<text x="10" y="${y + 4}">${row.name}</text><path d="M${goal} ${y - 18}v36" stroke="#f2a51d" stroke-width="2"/>${dots.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="620" height="${40 + rows.length * height}" font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>\n`
}
