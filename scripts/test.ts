/**
 * `npm test`: everything that CI checks, ending with `N passed, N failed, N skipped`. `--rest` (`npm run test:rest`) runs
 * what it leaves out for its time: long tests (vitest.config.ts), those of which it runs a sample (tests/scope.ts) in whole,
 * specs tagged @full, and the build on every supported Node. `--full` (`npm run test:full`) runs both, and every spec in
 * Electron too, not only those tagged @host. `--nodes` also plays on the oldest and the newest supported Node, as CI does. `--record` writes the
 * times into docs/tests.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { useMemoryFolder } from './memoryFolder.ts'
import { preparedVariable, prepareCluster } from './preparedCluster.ts'
import { findElectron, findFirefox, findWebKit, hasDisplay, onPath } from './runtimes.ts'
import { checkParts } from './testRun/checkParts.ts'
import { ensureChromium } from './testRun/chromium.ts'
import { runAlone, runSideBySide, sum, type Part, type Result } from './testRun/parts.ts'
import { failures, nodesPart, playwrightPart, slowestTests, vitestPart } from './testRun/testParts.ts'
import { budgetWarning, timesTable, writeTimes } from './testRun/times.ts'

const scope = process.argv.includes('--full') ? 'full' : process.argv.includes('--rest') ? 'rest' : 'main'
const began = Date.now()
const results: Result[] = []

// Read by the configurations of Playwright and Vitest.
process.env['TEST_SCOPE'] = scope
useMemoryFolder()
mkdirSync('artifacts', { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'palpite-e2e-'))
/** The empty database of all parts, made once: each copies it (scripts/preparedCluster.ts). */
const preparedDir = join(dataDir, 'prepared')
/** What Vitest has compiled for one part, for the others: only in this run, because what a plugin adds may depend on the brand. */
process.env['COMPILED_MODULES'] = join(dataDir, 'modules')

const builds = ['web', 'office', 'sandbox', 'server', 'electron'].map(buildPart)
// The builds come first: with the check that follows they keep both cores busy to the end.
const [checked] = await Promise.all([
  runSideBySide([...builds, ...(scope === 'rest' ? [] : checkParts())]),
  prepareCluster(preparedDir),
])
results.push(...checked)
process.env[preparedVariable] = preparedDir
const isBuilt = results.slice(0, builds.length).every(({ failed }) => failed === 0)
if (isBuilt) {
  // Each of them waits for some of its time; the reliability tests for most of it.
  const withServers: Part[] = [
    // First, because the outside project, which is the last, runs in it.
    ...(isKioskTested() ? [packagePart()] : []),
    vitestPart('server'),
    ...(scope === 'rest'
      ? [
          vitestPart('reliability'),
          vitestPart('security'),
          vitestPart('unit'),
          { name: 'clients', command: 'npx', args: ['tsx', 'scripts/clients.ts'] },
          ...(findElectron() ? [outsidePart()] : []),
        ]
      : [
          vitestPart('reliability'),
          vitestPart('security'),
          sizeBudgetPart(),
          { name: 'browser floor', command: 'npx', args: ['tsx', 'scripts/floor/check.ts'] },
          { name: 'pages', command: 'npm', args: ['run', '--silent', 'validate:builds'] },
          outsidePart(),
        ]),
    ...(scope === 'main' && process.argv.includes('--nodes') ? [nodesPart({ builds: false })] : []),
  ]
  results.push(...(await runSideBySide(withServers)))
  endToEnd()
} else {
  fail('server, security, reliability and end to end: not built')
}
// Building has a time limit, so nothing else runs beside it.
if (scope !== 'main') results.push(runAlone(nodesPart({ builds: true })))
rmSync(dataDir, { recursive: true, force: true })

const total = sum(results)
console.log('\nThe 30 slowest tests:')
const parts = results.map(({ name }) => name)
for (const { test, seconds } of slowestTests(parts, 30))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${test}`)
const seconds = (Date.now() - began) / 1000
console.log(`\n${timesTable(results, seconds)}`)
if (scope === 'main') {
  const warning = budgetWarning(results)
  if (warning !== undefined) console.log(`\n${warning}`)
}
if (process.argv.includes('--record'))
  await writeTimes(scope === 'main' ? 'test' : `test:${scope}`, results, seconds)
for (const { test, message } of failures(parts)) console.log(`\nfailed: ${test}\n${message}`)
const failedParts = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
if (failedParts.length > 0) console.log(`\nfailed: ${failedParts.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function buildPart(name: string): Part {
  const script = name === 'electron' ? 'build' : `build:${name}`
  return { name: `build: ${name}`, command: 'npm', args: ['run', '--silent', script] }
}

function sizeBudgetPart(): Part {
  return { name: 'size budget', command: 'npx', args: ['tsx', 'scripts/sizeBudget.ts'] }
}

/**
 * QA's kit, packed and installed in a project outside the repository: in the browser; in `rest` in the window of a built folder
 * and in the packed application.
 */
function outsidePart(): Part {
  const windows = [...(findElectron() ? ['electron'] : []), ...(isKioskTested() ? ['packaged'] : [])]
  const hosts = scope === 'full' ? ['web', ...windows] : scope === 'rest' ? windows : ['web']
  return {
    name: 'outside',
    command: 'npx',
    args: ['tsx', 'scripts/outside.ts', `--hosts=${hosts.join(',')}`],
  }
}

/** The packed application of the kiosk tests and of the outside project. */
function packagePart(): Part {
  return { name: 'package', command: 'npx', args: ['tsx', 'scripts/package.ts', '--qa'] }
}

function isKioskTested(): boolean {
  return findElectron() !== undefined && onPath('Xvfb') !== undefined
}

function fail(name: string): void {
  results.push({ name, passed: 0, failed: 1, skipped: 0, seconds: 0, cpuSeconds: 0 })
}

/**
 * All in one run: its servers start once, and the kiosk tests, which mostly wait, run beside the others. The packed
 * application has X servers of its own.
 */
function endToEnd(): void {
  if (!ensureChromium()) return fail('end to end: no browser')
  const env: Record<string, string> = {
    E2E_DATA_DIR: join(dataDir, 'server'),
    // Not in the run's temporary folder, which is empty: compiling the specs takes some CPU seconds.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve('node_modules/.cache/playwright'),
    // Workers and servers make much short-lived garbage: collected less often, a run takes less CPU time.
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=32`.trim(),
  }
  const projects = ['web', 'office', ...otherHosts()]
  const isPacked = results.some(({ name, passed }) => name === 'package' && passed === 1)
  if (!isKioskTested()) skip('kiosk', 'no Electron runtime or no Xvfb here')
  else if (isPacked) projects.push('kiosk')
  // Electron and WebKitGTK need a display; Xvfb is one.
  const xvfb = (findElectron() || findWebKit()) && !hasDisplay() ? onPath('xvfb-run') : undefined
  const wrapper = xvfb ? [xvfb, '-a'] : []
  results.push(runAlone(playwrightPart('end to end', projects, env, { workers: 4, wrapper })))
}

/** Electron, and the browsers of other engines. */
function otherHosts(): string[] {
  const projects: string[] = []
  if (findElectron()) projects.push('electron', 'electron-security')
  else skip('electron', 'no Electron runtime here (set ELECTRON_OVERRIDE_DIST_PATH)')
  if (findWebKit() && (hasDisplay() || onPath('xvfb-run'))) projects.push('webkit')
  else skip('webkit', 'no WebKitGTK here (webkit2gtk-driver), or no display')
  if (findFirefox()) projects.push('firefox')
  else skip('firefox', 'no Firefox here (firefox-esr)')
  return projects
}

function skip(name: string, why: string): void {
  console.log(`\nskipped: ${name}: ${why}`)
  results.push({ name, passed: 0, failed: 0, skipped: 1, seconds: 0, cpuSeconds: 0 })
}
