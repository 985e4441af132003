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

export type Fault = `${Target} killed` | `${Target} stopped` | 'network cut' | 'power cut'

/** What a soak has seen, and whether that is good enough. */
export class SoakReport {
  readonly #began = new Date()
  readonly #customers = new Map<string, number>()
  readonly #memory: Memory[] = []
  readonly #recoveries = new Map<Fault, (number | null)[]>()
  readonly #leftOvers: string[] = []

  constructor(private readonly minutes: number) {}

  left(how: 'by logout' | 'by idling'): void {
    this.#customers.set(how, (this.#customers.get(how) ?? 0) + 1)
  }

  /** Called at the same point of every visit. */
  memory(memory: Memory): void {
    this.#memory.push(memory)
    console.error(
      `customer ${this.#memory.length}: main ${memory.main.toFixed(1)} MB, all ${memory.all.toFixed(1)} MB`,
    )
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

  get isOk(): boolean {
    return this.#failures().length === 0
  }

  /** Writes bench/results/soak.md; returns it. */
  write(): string {
    const failures = this.#failures()
    const customers = [...this.#customers].map(([how, count]) => `${count} left ${how}`).join(', ')
    const text = [
      '# Soak of the kiosk',
      '',
      `${this.minutes} minutes from ${this.#began.toISOString()}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}. Written by \`npm run soak\`.`,
      '',
      `${this.#memory.length} customers: ${customers}. Left-over data: ${this.#leftOvers.length === 0 ? 'none' : this.#leftOvers.length}.`,
      '',
      '| memory (PSS, median) | after the warm-up | at the end | growth |',
      '| --- | --- | --- | --- |',
      ...this.#growths().map(
        ({ name, first, last }) =>
          `| ${name} | ${first.toFixed(1)} MB | ${last.toFixed(1)} MB | ${percent(last / first - 1)} |`,
      ),
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
    const warmUp = Math.max(leastWarmUp, Math.ceil(this.#memory.length * warmUpShare))
    // Fewer customers than that prove nothing: the comparison fails.
    const steady = this.#memory.slice(warmUp)
    const count = Math.max(1, Math.floor(steady.length * comparedShare))
    return (['main', 'all'] as const).map((part) => {
      const values = steady.map((memory) => memory[part])
      return {
        name: part === 'main' ? 'the main process' : 'all processes',
        first: median(values.slice(0, count)),
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
