/** The parts that run tests, each with a report that is read for its counts and times. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { testedNodes } from '../nodeSmoke/versions.ts'
import type { Count, Part } from './parts.ts'
import { failedTests, skippedTests, testTimes, type PlaywrightReport } from './playwrightReport.ts'

export interface TestTime {
  /** Part, file and title. */
  test: string
  seconds: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    /** Why the file could not be loaded. */
    message?: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number | null
      failureMessages?: string[]
    }[]
  }[]
}

/** Characters of a failure's message that are printed once more at the end. */
const messageLimit = 3_000

const vitestProjects = ['unit', 'server', 'security', 'reliability'] as const
type VitestProject = (typeof vitestProjects)[number]

const reportOf = (name: string) => `artifacts/${name.replaceAll(' ', '-')}.json`

export function vitestPart(project: VitestProject): Part {
  const path = reportOf(project)
  return {
    name: project,
    command: 'npx',
    args: [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${path}`,
    ],
    report: { path, count: countVitest },
  }
}

/** Projects that run side by side, as one part. `wrapper` is a command that runs them. */
export function playwrightPart(
  name: string,
  projects: readonly string[],
  env: Record<string, string>,
  { workers, wrapper = [] }: { workers: number; wrapper?: string[] },
): Part {
  const path = reportOf(name)
  const [command = 'npx', ...args] = [
    ...wrapper,
    ...['npx', 'playwright', 'test', `--workers=${workers}`],
    ...projects.map((project) => `--project=${project}`),
  ]
  return {
    name,
    command,
    args,
    env: { ...env, E2E_REPORT: path },
    report: { path, count: countPlaywright },
  }
}

/** Known vulnerabilities; counts as nothing where the registry cannot be reached. */
export function auditPart(): Part {
  return {
    name: 'audit',
    command: 'npm',
    args: ['run', '--silent', 'audit'],
    report: { path: reportOf('audit'), count: countScript },
  }
}

/**
 * Serve and one bet on the oldest and the newest supported version of Node; with `builds` on every one, which also builds: that takes
 * minutes.
 */
export function nodesPart({ builds }: { builds: boolean }): Part {
  return {
    name: 'nodes',
    command: 'npm',
    args: ['run', '--silent', 'test:nodes', ...(builds ? [] : ['--', '--built', ...oldestAndNewest])],
    report: { path: reportOf('nodes'), count: countScript },
  }
}

/** The slowest tests of all parts that wrote a report, slowest first. */
export function slowestTests(parts: readonly string[], count: number): TestTime[] {
  return parts
    .flatMap(timesOf)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}

/** The failures of all parts that wrote a report, each with the start of its message, for the end of a long log. */
export function failures(parts: readonly string[]): { test: string; message: string }[] {
  return parts
    .filter(hasTests)
    .flatMap((part) => (isVitest(part) ? vitestFailures(part) : failedTests(playwrightSuites(part))))
    .map(({ test, message }) => ({ test, message: stripVTControlCharacters(message).slice(0, messageLimit) }))
}

const isVitest = (part: string) => vitestProjects.some((project) => project === part)
const oldestAndNewest = [...testedNodes.slice(0, 1), ...testedNodes.slice(-1)]
const hasTests = (part: string) => part !== 'nodes' && part !== 'audit' && existsSync(reportOf(part))

function countScript(path: string): Count {
  const { passed, failed, skipped } = read<Count>(path)
  return { passed, failed, skipped }
}

function timesOf(part: string): TestTime[] {
  if (!hasTests(part)) return []
  return isVitest(part) ? vitestTimes(part) : testTimes(playwrightSuites(part))
}

function countVitest(path: string, ok: boolean): Count {
  const report = read<VitestReport>(path)
  return {
    passed: report.numPassedTests,
    // A file that cannot be loaded fails the run, but no test.
    failed: report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright(path: string, ok: boolean): Count {
  const { stats, suites } = read<PlaywrightReport>(path)
  const skipped = skippedTests(suites)
  for (const { test, reason } of skipped) console.log(`skipped: ${test}: ${reason ?? 'it gives no reason'}`)
  // A test that is skipped without a reason is a failure.
  const withoutReason = skipped.filter(({ reason }) => reason === null).length
  const failed = stats.unexpected + stats.flaky + withoutReason
  return {
    passed: stats.expected,
    failed: failed + (ok || failed > 0 ? 0 : 1),
    skipped: stats.skipped - withoutReason,
  }
}

function vitestTimes(project: string): TestTime[] {
  return read<VitestReport>(reportOf(project)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `[${project}] ${relative('tests', name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )
}

function vitestFailures(project: string): { test: string; message: string }[] {
  return read<VitestReport>(reportOf(project)).testResults.flatMap(({ name, message, assertionResults }) => {
    const file = `[${project}] ${relative('tests', name)}`
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    return [
      ...failed.map(({ fullName, failureMessages = [] }) => ({
        test: `${file} › ${fullName}`,
        message: failureMessages.join('\n'),
      })),
      ...(message && failed.length === 0 ? [{ test: file, message }] : []),
    ]
  })
}

const playwrightSuites = (project: string) => read<PlaywrightReport>(reportOf(project)).suites

function read<Report>(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}
