/**
 * `npm run check`: format, lint, types and unit tests. One core does the types, the other format and lint; then
 * the unit tests take both. What fails says so in its own words; the answer is 1 when anything did.
 */
import { spawn } from 'node:child_process'

const begun = Date.now()

/** Runs one step to its end; true when it passed. Its output comes in one piece. */
function run(name: string, words: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const started = Date.now()
    const child = spawn('npx', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${seconds} s`)
      if (code !== 0 || name === 'unit') process.stdout.write(Buffer.concat(chunks))
      resolve(code === 0)
    })
  })
}

const [hasTypes, hasStyle] = await Promise.all([
  run('types', ['tsc', '-b']),
  (async () => {
    const isFormatted = await run('format', ['prettier', '--check', '--log-level', 'warn', '.'])
    return (await run('lint', ['eslint', '.'])) && isFormatted
  })(),
])
const isTested = await run('unit', ['vitest', 'run', '--project', 'unit'])
console.log(`${((Date.now() - begun) / 1000).toFixed(1)} s`)
process.exit(hasTypes && hasStyle && isTested ? 0 : 1)
