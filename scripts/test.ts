/**
 * `npm test`: everything that CI checks, one after the other, ending with `N passed, N failed, N skipped`.
 * A step that is not a test runner (format, lint, types, builds, size budget) counts as one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findElectron, hasDisplay, onPath } from './runtimes.ts'
import { skippedTests, type Suite } from './skippedTests.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

mkdirSync('artifacts', { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'palpite-e2e-'))

step('format', 'npx', ['prettier', '--check', '--log-level', 'warn', '.'])
step('lint', 'npx', ['eslint', '.'])
step('types', 'npx', ['tsc', '-b'])
vitest('unit')
vitest('server')
const built = [
  step('build: web', 'npm', ['run', '--silent', 'build:web']),
  step('build: server', 'npm', ['run', '--silent', 'build:server']),
  step('build: electron', 'npm', ['run', '--silent', 'build']),
].every(Boolean)
if (built) {
  step('size budget', 'npx', ['tsx', 'scripts/sizeBudget.ts'])
  endToEnd()
} else {
  record('end to end', { passed: 0, failed: 1, skipped: 0 })
}

rmSync(dataDir, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nfailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function run(command: string, words: string[], env: Record<string, string> = {}): boolean {
  const done = spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.error) console.error(done.error.message)
  return done.status === 0
}

function record(name: string, count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  if (count.failed > 0) failures.push(name)
}

function step(name: string, command: string, words: string[]): boolean {
  const begun = Date.now()
  console.log(`\n— ${name}`)
  const ok = run(command, words)
  console.log(`— ${name}: ${ok ? 'ok' : 'FAILED'} (${Math.round((Date.now() - begun) / 1000)} s)`)
  record(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
  return ok
}

function vitest(project: string): void {
  const output = `artifacts/${project}.json`
  rmSync(output, { force: true })
  console.log(`\n— tests: ${project}`)
  const ok = run('npx', [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
  ])
  if (!existsSync(output)) return record(project, { passed: 0, failed: 1, skipped: 0 })
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  const failed = report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : 1)
  record(project, {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

function endToEnd(): void {
  if (!ensureChromium()) return record('end to end: no browser', { passed: 0, failed: 1, skipped: 0 })
  if (!findElectron()) {
    console.log(
      '\nskipped: end to end in Electron: no Electron runtime here (set ELECTRON_OVERRIDE_DIST_PATH)',
    )
    total.skipped++
  }
  const output = 'artifacts/e2e.json'
  rmSync(output, { force: true })
  console.log('\n— tests: end to end')
  const words = ['playwright', 'test']
  // Electron needs a display; Xvfb is one.
  const xvfb = !hasDisplay() && findElectron() ? onPath('xvfb-run') : undefined
  const env = { E2E_DATA_DIR: join(dataDir, 'server') }
  const ok = xvfb ? run(xvfb, ['-a', 'npx', ...words], env) : run('npx', words, env)
  if (!existsSync(output)) return record('end to end', { passed: 0, failed: 1, skipped: 0 })
  const { stats, suites } = JSON.parse(readFileSync(output, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const skipped = skippedTests(suites)
  for (const { test, reason } of skipped) console.log(`skipped: ${test}: ${reason ?? 'it gives no reason'}`)
  // Switched off without a word is a failure.
  const silent = skipped.filter(({ reason }) => reason === null).length
  const failed = stats.unexpected + stats.flaky + silent
  record('end to end', {
    passed: stats.expected,
    failed: failed + (ok || failed > 0 ? 0 : 1),
    skipped: stats.skipped - silent,
  })
}

/** The system's Chromium, else Playwright's, else Debian's package when root. */
function ensureChromium(): boolean {
  if (findChromium()) return true
  if (run('npx', ['playwright', 'install', 'chromium']) && findChromium()) return true
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' })
  }
  if (findChromium()) return true
  console.error('no Chromium: install one, or set CHROMIUM_PATH')
  return false
}
