/** The parts of a check or test run, how they run, and their results. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { CpuGroup } from './CpuGroup.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export interface Part {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** A file that the runner writes, and how it is counted; without one the part counts as one test. */
  report?: { path: string; count: (path: string, ok: boolean) => Count }
}

export interface Result extends Count {
  name: string
  seconds: number
  /** Of all its processes, on all cores together; undefined where CpuGroup cannot count them. */
  cpuSeconds: number | undefined
}

interface RunningPart {
  at: number
  group: CpuGroup | undefined
  command: string
  args: string[]
}

/** Streams the part's whole output, for parts that run alone. */
export function runAlone(part: Part): Result {
  console.log(`\n— ${part.name}`)
  const began = begin(part)
  const { status, error } = spawnSync(began.command, began.args, {
    stdio: 'inherit',
    env: { ...process.env, ...part.env },
  })
  if (error) console.error(error.message)
  return finishPart(part, status === 0, began)
}

/**
 * Runs the parts side by side, at most `atOnce` at a time, in their order. The output of each is printed when
 * it ends: all of it if it failed or counts its own tests, else none.
 */
export async function runSideBySide(parts: readonly Part[], atOnce = 2): Promise<Result[]> {
  const results: Result[] = []
  const waiting = parts.map((part, index) => ({ part, index }))
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results[next.index] = await runQuietly(next.part)
    }),
  )
  return results
}

async function runQuietly(part: Part): Promise<Result> {
  const began = begin(part)
  const child = spawn(began.command, began.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...part.env },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  if (!ok || part.report) process.stdout.write(Buffer.concat(output))
  return finishPart(part, ok, began)
}

/** The report of an older run must not be mistaken for this one's. */
function begin({ name, report, command, args }: Part): RunningPart {
  if (report) rmSync(report.path, { force: true })
  const group = CpuGroup.create(name)
  const [inGroup, argsInGroup] = group?.wrap(command, args) ?? [command, args]
  return { at: Date.now(), group, command: inGroup, args: argsInGroup }
}

function finishPart(part: Part, ok: boolean, { at, group }: RunningPart): Result {
  const seconds = (Date.now() - at) / 1000
  const cpuSeconds = group?.end()
  const count = countPart(part, ok)
  const used = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(1)} CPU s`
  console.log(`— ${part.name}: ${count.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s${used})`)
  return { name: part.name, seconds, cpuSeconds, ...count }
}

function countPart({ report }: Part, ok: boolean): Count {
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  return existsSync(report.path) ? report.count(report.path, ok) : { passed: 0, failed: 1, skipped: 0 }
}

export function sum(results: readonly Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of results) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}
