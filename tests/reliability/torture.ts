/**
 * `npm run torture -- --minutes N [--seed S] [--only scenario] [--old commit]`: runs larger versions of
 * the reliability suite's scenarios until the time is up. First each one runs once, in random order; then they are
 * picked at random. The seed determines both. Prints a report and writes it to bench/results/torture.json and
 * torture.md. Fails when a scenario has failed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../server/helpers/testPostgres.ts'
import { Journal } from './harness/Journal.ts'
import { Lab } from './harness/Lab.ts'
import { Random } from './harness/random.ts'
import { writeReport, type Run } from './report.ts'
import { longScenarios, type Scenario } from './scenarios/longScenarios.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    old: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed))
  throw new Error('--minutes must be above 0, and --seed must be a whole number')
const scenarios = longScenarios(values.old).filter(({ name }) => !values.only || name === values.only)
if (scenarios.length === 0) throw new Error(`there is no scenario ${values.only}`)

const began = new Date()
const random = new Random(seed)
const journal = new Journal()
const runs: Run[] = []
const folder = await mkdtemp(join(tmpdir(), 'palpite-torture-'))
const postgres = await startTestPostgres(folder)
const deadline = performance.now() + minutes * 60_000
try {
  const firstPass = random.shuffled(scenarios)
  while (runs.length === 0 || performance.now() < deadline) {
    const scenario = firstPass.shift() ?? random.pick(scenarios)
    const run = await runScenario(
      scenario,
      values.only && runs.length === 0 ? seed : random.integer(0, 2 ** 31),
    )
    runs.push(run)
    const end = run.failure === undefined ? 'ok' : `FAILED\n${run.failure}`
    console.log(`${scenario.name} (seed ${run.seed}): ${end} (${run.seconds.toFixed(1)} s)`)
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
const ranMinutes = (Date.now() - began.getTime()) / 60_000
console.log(`\n${await writeReport({ seed, minutes: ranMinutes, began, runs, journal })}`)
process.exit(runs.some(({ failure }) => failure !== undefined) ? 1 : 0)

/** A failure is recorded with the seed that reproduces it, and the other scenarios continue. */
async function runScenario({ name, run }: Scenario, ownSeed: number): Promise<Run> {
  const started = performance.now()
  const lab = new Lab(postgres, journal, new Random(ownSeed))
  let failure: string | undefined
  try {
    await run(lab)
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
  } finally {
    await lab.close()
  }
  return { name, seed: ownSeed, seconds: (performance.now() - started) / 1000, failure }
}
