import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import type { Target } from './attacks.ts'
import type { Memory } from '../../../scripts/machine/memory.ts'

/** How long a venue's terminal may be out of use. */
export const limitMs = 10_000
const mostGrowth = 0.1
/** Caches fill up during the first customers, and again when processes are killed for the first time. */
const warmUpShare = 0.2
/** In a short soak too: what a soak of ten minutes leaves out. */
const leastWarmUp = 6
/** The first and the last of the rest are compared. */
const comparedShare = 0.25
const folder = 'bench/results'

/** Of a terminal between two customers. */
export interface Usage extends Memory {
  /** That the main process has started. */
  processes: number
  /** That the main process has open. */
  files: number
}

const parts = [
  { part: 'main', name: 'memory of the main process (PSS)', unit: ' MB', digits: 1 },
  { part: 'all', name: 'memory of all processes (PSS)', unit: ' MB', digits: 1 },
  { part: 'processes', name: 'processes', unit: '', digits: 0 },
  { part: 'files', name: 'open files of the main process', unit: '', digits: 0 },
] as const

export type Fault = `${Target} killed` | `${Target} stopped` | 'network cut' | 'power cut'

/** What a soak has seen, and whether that is good enough. */
export class SoakReport {
  readonly #began = new Date()
  readonly #customers = new Map<string, number>()
  readonly #usage: Usage[] = []
  readonly #recoveries = new Map<Fault, (number | null)[]>()
  readonly #leftOvers: string[] = []
  readonly #failed: string[] = []
  #searches = 0

  /** So far. */
  get customers(): number {
    return this.#usage.length
  }

  left(how: 'by logout' | 'by idling'): void {
    this.#customers.set(how, (this.#customers.get(how) ?? 0) + 1)
  }

  /** Called at the same point of every visit. */
  usage(usage: Usage): void {
    this.#usage.push(usage)
    const values = parts.map(
      ({ part, name, unit, digits }) => `${name} ${usage[part].toFixed(digits)}${unit}`,
    )
    console.error(`${new Date().toISOString()} customer ${this.customers}: ${values.join(', ')}`)
  }

  /** Nothing was found of any customer so far. */
  searched(): void {
    this.#searches++
  }

  /** Null: not within the patience of the soak. */
  recovered(fault: Fault, ms: number | null): void {
    this.#recoveries.set(fault, [...(this.#recoveries.get(fault) ?? []), ms])
    console.error(`${fault}: ${secondsOf(ms)}`)
  }

  leftOver(what: string): void {
    this.#leftOvers.push(what)
    console.error(`left over: ${what}`)
  }

  failure(what: string): void {
    this.#failed.push(what)
  }

  get isOk(): boolean {
    return this.#failures().length === 0
  }

  /** Writes bench/results/soak.md; returns it. */
  write(): string {
    const failures = this.#failures()
    const minutes = Math.round((Date.now() - this.#began.getTime()) / 60_000)
    const customers = [...this.#customers].map(([how, count]) => `${count} left ${how}`).join(', ')
    const text = [
      '# Soak of the kiosk',
      '',
      `${minutes} minutes from ${this.#began.toISOString()}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}. Written by \`npm run soak\`.`,
      '',
      `${this.customers} customers at one terminal: ${customers}. After each of them, data of any of them was looked for in pages and their storage, the clipboards, the data folder and the command lines of processes: ${this.#searches} times there was nothing, ${this.#leftOvers.length} times something.`,
      '',
      'Each figure is read between two customers; all but the first are medians of a quarter of those after the warm-up.',
      '',
      '| | first customer | after the warm-up | in the middle | at the end | growth after the warm-up |',
      '| --- | --- | --- | --- | --- | --- |',
      ...this.#growths().map(({ name, unit, digits, start, first, middle, last }) => {
        const values = [start, first, middle, last].map((value) => `${value.toFixed(digits)}${unit}`)
        return `| ${name} | ${values.join(' | ')} | ${percent(last / first - 1)} |`
      }),
      '',
      '| home usable again after | times | median | longest |',
      '| --- | --- | --- | --- |',
      ...[...this.#recoveries].map(([fault, times]) => {
        const sorted = times.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
        return `| ${fault} | ${times.length} | ${secondsOf(sorted[times.length >> 1])} | ${secondsOf(sorted.at(-1))} |`
      }),
      '',
      failures.length === 0 ? 'Passed.' : `Failed: ${failures.join('; ')}.`,
      '',
    ].join('\n')
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/soak.md`, text)
    return text
  }

  #growths() {
    const warmUp = Math.max(leastWarmUp, Math.ceil(this.customers * warmUpShare))
    // Fewer customers than that prove nothing: the comparison fails.
    const steady = this.#usage.slice(warmUp)
    const count = Math.max(1, Math.floor(steady.length * comparedShare))
    return parts.map(({ part, ...shown }) => {
      const values = steady.map((usage) => usage[part])
      const before = (values.length - count) >> 1
      return {
        ...shown,
        start: this.#usage[0]?.[part] ?? NaN,
        first: median(values.slice(0, count)),
        middle: median(values.slice(before, before + count)),
        last: median(values.slice(-count)),
      }
    })
  }

  #failures(): string[] {
    return [
      ...this.#growths()
        .filter(({ first, last }) => !(last <= first * (1 + mostGrowth)))
        .map(({ name }) => `${name} grew by more than ${percent(mostGrowth)}`),
      ...[...this.#recoveries]
        .filter(([, times]) => times.some((ms) => ms === null || ms > limitMs))
        .map(([fault]) => `${fault}: over ${secondsOf(limitMs)}`),
      ...this.#leftOvers.map((what) => `left over: ${what}`),
      ...this.#failed,
    ]
  }
}

function secondsOf(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? 'never' : `${(ms / 1_000).toFixed(1)} s`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}
