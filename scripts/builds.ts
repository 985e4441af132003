import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Build {
  name: string
  /** npm script. */
  script: string
  /** A file the build writes. If it is older than any of `sources`, the build runs again. */
  output: string
  /** Also written by the build: if it is missing, the build runs again. */
  alsoWrites?: string
  sources: string[]
}

const everywhere = ['package.json', 'package-lock.json', 'src/contract']

export const webBuild: Build = {
  name: 'web',
  script: 'build:web',
  output: 'dist-web/index.html',
  alsoWrites: 'dist-games/slots/index.html',
  sources: [
    ...everywhere,
    'src/realtime',
    'src/renderer',
    'src/frames',
    'src/serviceWorker',
    'vite.web.config.ts',
    'vite.frames.config.ts',
  ],
}
export const officeBuild: Build = {
  name: 'back office',
  script: 'build:office',
  output: 'dist-office/index.html',
  sources: [
    ...everywhere,
    'src/office',
    'src/renderer/ui',
    'src/renderer/assets',
    'resources/brands',
    'vite.office.config.ts',
  ],
}
export const sandboxBuild: Build = {
  name: 'sandbox page',
  script: 'build:sandbox',
  output: 'dist-sandbox/index.html',
  sources: [...everywhere, 'src/frames/sandbox', 'resources/brands', 'vite.frames.config.ts'],
}
export const serverBuild: Build = {
  name: 'server',
  script: 'build:server',
  output: 'dist-server/server.js',
  sources: [...everywhere, 'src/server', 'scripts/serverPackages.ts', 'vite.server.config.ts'],
}
export const electronBuild: Build = {
  name: 'Electron',
  script: 'build',
  output: 'out/main/index.cjs',
  alsoWrites: 'out/payment/index.html',
  sources: [
    ...everywhere,
    'src/main',
    'src/preload',
    'src/realtime',
    'src/renderer',
    'src/frames/payment',
    'src/frames/staff',
    'electron.vite.config.ts',
    'vite.frames.config.ts',
  ],
}

/** Runs the builds that are needed in parallel and prints them. Throws when one fails. */
export async function ensureBuilt(builds: Build[]): Promise<void> {
  const needed = builds.filter((build) => !isFresh(build))
  const fresh = builds.filter((build) => !needed.includes(build))
  if (fresh.length > 0) console.log(`Up to date: ${fresh.map(({ name }) => name).join(', ')}`)
  if (needed.length === 0) return
  console.log(`Building: ${needed.map(({ name }) => name).join(', ')} …`)
  const begun = Date.now()
  const results = await Promise.allSettled(needed.map(run))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

function isFresh({ output, alsoWrites = output, sources }: Build): boolean {
  if (!existsSync(output) || !existsSync(alsoWrites)) return false
  return sources.every((source) => newest(source) <= statSync(output).mtimeMs)
}

/** Latest change of a file, or of anything in a folder; the folder's own time covers deletions. */
function newest(path: string): number {
  const { mtimeMs, isDirectory } = at(path)
  if (!isDirectory) return mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), mtimeMs)
}

function at(path: string): { mtimeMs: number; isDirectory: boolean } {
  const stats = statSync(path)
  return { mtimeMs: stats.mtimeMs, isDirectory: stats.isDirectory() }
}

/** Quiet unless it fails; then its whole output is shown. */
function run({ name, script }: Build): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      reject(new Error(`The ${name} build failed (${signal ?? code}):\n${output.trim()}`))
    })
  })
}
