import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { formatText } from '../../scripts/formatText.ts'
import type { Journal } from './harness/Journal.ts'

export interface Run {
  name: string
  /** Reproduces the run: `--only <name> --seed <seed>`. */
  seed: number
  seconds: number
  failure: string | undefined
}

interface Torture {
  seed: number
  minutes: number
  began: Date
  runs: readonly Run[]
  journal: Journal
}

const folder = 'bench/results'

/** Writes torture.json and torture.md into bench/results; returns the text of the latter. */
export async function writeReport(torture: Torture): Promise<string> {
  const numbers = summarise(torture)
  await mkdir(folder, { recursive: true })
  const path = `${folder}/torture.md`
  const markdown = await formatText(path, toMarkdown(numbers))
  await writeFile(`${folder}/torture.json`, `${JSON.stringify(numbers, null, 2)}\n`)
  await writeFile(path, markdown)
  return markdown
}

type Numbers = ReturnType<typeof summarise>

function summarise({ seed, minutes, began, runs, journal }: Torture) {
  const operations = [...journal.operations]
    .map(([kind, outcomes]) => ({ kind, ...outcomes }))
    .sort((one, other) => one.kind.localeCompare(other.kind))
  const total = (outcome: 'acknowledged' | 'refused' | 'unknown') =>
    operations.reduce((sum, operation) => sum + operation[outcome], 0)
  return {
    seed,
    minutes: Number(minutes.toFixed(1)),
    began: began.toISOString(),
    machine: `Node ${process.version}, ${availableParallelism()} cores`,
    acknowledged: total('acknowledged'),
    refused: total('refused'),
    unknown: total('unknown'),
    scenarios: [...new Set(runs.map(({ name }) => name))].map((name) => {
      const own = runs.filter((run) => run.name === name)
      const failed = own.filter(({ failure }) => failure !== undefined).length
      return {
        name,
        runs: own.length,
        failed,
        seconds: Math.round(own.reduce((sum, run) => sum + run.seconds, 0)),
      }
    }),
    failures: runs.filter(({ failure }) => failure !== undefined),
    operations,
    kills: [...journal.recoveries].map(([kind, times]) => ({
      kind,
      times: times.length,
      medianMs: median(times),
      worstMs: Math.max(...times),
    })),
    cuts: [...journal.cuts].map(([flow, steps]) => ({
      flow,
      steps: steps.size,
      cuts: [...steps.values()].reduce((sum, count) => sum + count, 0),
    })),
    invariants: [...journal.invariants].map(([name, counts]) => ({ name, ...counts })),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function toMarkdown(numbers: Numbers): string {
  const { seed, minutes, began, machine, acknowledged, refused, unknown } = numbers
  return [
    '# Torture',
    `Seed ${seed}, ${minutes} minutes from ${began}, ${machine}. Written by \`npm run torture\`.`,
    `${acknowledged} calls acknowledged, ${refused} refused, ${unknown} with an unknown outcome.`,
    '## Scenarios',
    table(
      ['scenario', 'runs', 'failed', 'seconds'],
      numbers.scenarios.map((row) => [row.name, row.runs, row.failed, row.seconds]),
    ),
    ...numbers.failures.map(
      ({ name, seed: own, failure }) => `**${name}**, seed ${own}:\n\n\`\`\`\n${failure}\n\`\`\``,
    ),
    '## Invariants',
    'The queries of `src/server/ledger/invariants.sql`. Rows are those of all checks together.',
    table(
      ['invariant', 'checks', 'rows', 'violations'],
      numbers.invariants.map((row) => [row.name, row.checks, row.rows, row.violations]),
    ),
    '## Kills and recovery',
    'The longest time without an acknowledged call, in milliseconds; for one of several servers, until its successor was ready.',
    table(
      ['killed', 'times', 'median', 'worst'],
      numbers.kills.map((row) => [row.kind, row.times, row.medianMs, row.worstMs]),
    ),
    '## Calls',
    'Unknown: no response, a server error, or a response that the outcome is unknown. Every such call was repeated with its key.',
    table(
      ['call', 'acknowledged', 'refused', 'unknown'],
      numbers.operations.map((row) => [row.kind, row.acknowledged, row.refused, row.unknown]),
    ),
    '## Network cuts',
    'Place, direction (up: the request) and action. Steps: the packets of the flow, each of which was cut.',
    table(
      ['flow', 'steps', 'cuts'],
      numbers.cuts.map((row) => [row.flow, row.steps, row.cuts]),
    ),
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
