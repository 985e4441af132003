import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Debian's program and the package that has it. */
const programs = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/nsenter': 'util-linux',
} as const

export type DebianPackage = (typeof programs)[keyof typeof programs]

const folderVariable = 'PALPITE_CLUSTER_FOLDER'
/** Own processes and an own network: nothing of it can stay behind, and no port of this machine is used. */
const isolate = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']

/**
 * Runs `main` in a network and a process namespace of its own, in a temporary folder. When it ends in any way, also by
 * Ctrl+C or SIGKILL, the kernel ends everything that it started. Without the packages, or the rights for this, the
 * program prints one line and exits with code 2.
 */
export async function inOwnNamespaces(
  script: string,
  packages: readonly DebianPackage[],
  main: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = process.env[folderVariable]
  if (folder !== undefined) {
    await main(folder)
    process.exit(0)
  }
  const missing = missingRequirement(packages)
  if (missing !== undefined) {
    console.error(missing)
    process.exit(2)
  }
  process.exit(await runIsolated(fileURLToPath(script)))
}

function missingRequirement(packages: readonly DebianPackage[]): string | undefined {
  if (process.platform !== 'linux') return 'This needs Linux, with the packages of Debian 12.'
  const missing = Object.entries(programs)
    .filter(([path, name]) => packages.includes(name) && !existsSync(path))
    .map(([, name]) => name)
  if (missing.length > 0) return `This needs: apt-get install ${[...new Set(missing)].join(' ')}`
  const isAllowed = spawnSync('unshare', [...isolate, 'true']).status === 0
  return isAllowed ? undefined : 'This needs root, with the right to create namespaces (unshare).'
}

async function runIsolated(script: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-cluster-'))
  // The user postgres must be able to enter it.
  await chmod(folder, 0o755)
  // The shell is the first process of the namespace: it reaps what lost its parent, such as PostgreSQL.
  const command = ['bash', '-c', '"$@" & wait $!', 'bash', process.execPath, '--import', 'tsx', script]
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...isolate, ...command, ...process.argv.slice(2)],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, [folderVariable]: folder } },
  )
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isInterrupted = true
      child.kill('SIGKILL')
    })
  const [code] = (await once(child, 'exit')) as [number | null]
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return isInterrupted ? 130 : (code ?? 1)
}
