import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, it, vi } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createDb } from '#server/db/client.ts'
import { postgresUser } from '#server/db/postgresProgram.ts'
import { commandsOf } from '../commandsOf.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { freePort } from './helpers/freePort.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { noSystemPostgres as why, startSystemPostgres, systemPostgres } from './helpers/systemPostgres.ts'

// Databases are copied and servers started, several times.
vi.setConfig({ testTimeout: 240_000 })
if (why !== undefined) console.log(`skipped: the commands of docs/machine.md and docs/cluster.md: ${why}`)

const run = promisify(execFile)
const root = await mkdtemp(join(tmpdir(), 'palpite-moving-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const repository = resolve(import.meta.dirname, '../..')
const [shims, records] = [join(root, 'bin'), join(root, 'records')]
type Env = Record<string, string>

const machine = (...sections: number[]) => commandsOf('machine.md', ...sections)

it.skipIf(why !== undefined)(
  'the commands move a player from the embedded database to PostgreSQL, into a backup and back, and into a cluster',
  async () => {
    const user = postgresUser()
    if (user) await chown(root, user.uid, user.gid)
    const port = await freePort()
    await startSystemPostgres(join(root, 'postgres'), 'postgres', port)
    await makeShims(port)
    const old = join(root, 'var/lib/palpite-old')
    const { token, balance } = await playOnEmbedded(old)

    // A machine of one's own.
    await shell(machine(1, 2, 3), port)
    const environment = await envOf(join(root, 'etc/palpite/palpite.env'))
    const secret = await envOf(join(root, 'etc/palpite/owner.env'))
    const owner = secret['DATABASE_OWNER_URL'] ?? ''
    expect(Object.keys(environment)).not.toContain('DATABASE_OWNER_URL')
    expect(await shell('sudo deploy/machine/run.sh migrate', port)).toMatch(
      /^Migrated: |^The database has all/m,
    )
    const first = await startServerProcess({ ...environment, ...onThisMachine('machine') })
    expect([first.stderr(), first.url]).toEqual(['', expect.any(String)])
    expect(await balanceOf(first, token)).toBe(balance)
    await bet(first, token)
    const afterBet = await balanceOf(first, token)
    const checked = await shell(machine(4), port)
    expect(checked).toMatch(/^missing PAYMENT_PROVIDER: sandbox moves no real money$/m)
    expect(checked).toMatch(/^0$/m)
    expect(checked).toMatch(/https:\/\/office\.palpite\.example\/\S+/)
    await stop(first)
    // Its last line is the count of violations in the restored backup.
    expect(await shell(machine(5, 6, 7), port)).toMatch(/^0$/m)
    await shell(machine(8), port)
    if (existsSync('/usr/sbin/haproxy')) await checkProxy()

    // From Compose, whose `.env` has the same secrets, to a cluster.
    await writeFile(
      join(root, 'compose.env'),
      ['ENCRYPTION_KEY', 'WEBHOOK_SECRET'].map((name) => `${name}=${environment[name]}\n`).join(''),
    )
    const cluster = owner.replace(/palpite$/, 'cluster').replace(/\/\/.*@/, '//palpite:secret@')
    const admin = join(systemPostgres.bin, 'psql')
    await run(
      admin,
      ['-c', `create role palpite login password 'secret'`, '-c', 'create database cluster owner palpite'],
      {
        env: { ...process.env, ...postgresEnv(port) },
      },
    )
    await shell(commandsOf('cluster.md', 1, 2, 3, 4), port)
    const { DATABASE_OWNER_URL, ...settings } = await clusterSettings(cluster)
    // The container that begins a pod.
    await run(process.execPath, [resolve('dist-server/migrate.js')], {
      env: { PATH: process.env['PATH'], ...settings, ...onThisMachine('cluster'), DATABASE_OWNER_URL },
    })
    const second = await startServerProcess({ ...settings, ...onThisMachine('cluster') })
    expect([second.stderr(), second.url]).toEqual(['', expect.any(String)])
    expect(await balanceOf(second, token)).toBe(afterBet)
    await bet(second, token)
    expect(await shell(commandsOf('cluster.md', 5), port)).toMatch(/^0$/m)
    await stop(second)
    for (const url of [owner, cluster]) {
      const db = createDb(url)
      for (const { name, violations } of await checkInvariants(db)) expect(violations, name).toEqual([])
      await db.close()
    }
  },
)

/** What differs on this machine: ports, and folders. */
function onThisMachine(name: string): Env {
  const folders = { DATA_DIR: join(root, name), WEB_ROOT: root, GAMES_ROOT: root, OFFICE_ROOT: root }
  const ports = { PORT: '0', GAMES_PORT: '0', OFFICE_PORT: '0', OPS_PORT: '0', DRAIN_MS: '0' }
  return { NODE_ENV: 'production', HOST: '127.0.0.1', ...folders, ...ports }
}

async function playOnEmbedded(dataDir: string): Promise<{ token: string; balance: unknown }> {
  await writeFile(join(root, 'index.html'), '')
  await copyCluster(inject('preparedCluster'), dataDir)
  const server = await startServerProcess({ DATA_DIR: dataDir })
  const created = await call(server, '/sandbox/api/users', '', {
    username: `${randomUUID()}@palpite.test`,
    password: 'Senha-forte-1',
    balance: 50,
    kyc: 1,
  })
  const token = String(created['token'])
  await bet(server, token)
  const balance = await balanceOf(server, token)
  await stop(server)
  return { token, balance }
}

async function call(server: ServerProcess, path: string, token: string, body?: object) {
  const response = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: token,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, response.status]).toEqual([path, 200])
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

const bet = (server: ServerProcess, token: string) =>
  call(server, '/api/app/game/dice/bet', token, { amount: 2, direction: 'over', chance: 50 })

async function balanceOf(server: ServerProcess, token: string): Promise<unknown> {
  return (await call(server, '/api/app/user/getBalance', token))['balance']
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

const postgresEnv = (port: number): Env => ({
  PGHOST: join(root, 'postgres'),
  PGPORT: String(port),
  PGUSER: 'postgres',
})

/** Runs commands as bash does that stops at an error; returns what they print. */
async function shell(commands: string, port: number): Promise<string> {
  const local = commands
    .replaceAll('"/opt/palpite/$NEW/deploy/machine/run.sh"', 'deploy/machine/run.sh')
    .replaceAll(/(?<![\w.$}:])\/opt\/palpite\/[\w.]+/g, repository)
    .replaceAll(/(?<![\w.$}:/])\/(etc|var\/lib|backup)\b/g, `${root}/$1`)
    .replaceAll('@localhost/', `@127.0.0.1:${port}/`)
    .replaceAll('deploy/machine/run.sh', join(root, 'deploy/machine/run.sh'))
    .replaceAll(' palpite.pem ', ` ${join(root, 'palpite.pem')} `)
    .replaceAll(/(?<=[<>] )palpite\.sql/g, join(root, 'palpite.sql'))
    .replaceAll('. deploy/.env', `. ${join(root, 'compose.env')}`)
  const { PATH, HOME } = process.env
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', local], {
    cwd: repository,
    env: { PATH: `${shims}:${systemPostgres.bin}:${PATH}`, HOME },
    maxBuffer: 1e7,
  })
  return stdout
}

/**
 * What the commands would do to the machine, or need a cluster for, is recorded instead; the programs of PostgreSQL, which they
 * call by `sudo`, `docker` and `kubectl`, run.
 */
async function makeShims(port: number): Promise<void> {
  for (const folder of [
    shims,
    'etc/systemd/system',
    'etc/haproxy',
    'etc/prometheus',
    'etc/default',
    'backup',
  ])
    await mkdir(resolve(root, folder), { recursive: true })
  // The page's own folder of dumps belongs to whoever runs its commands.
  await mkdir(join(root, 'deploy/machine'), { recursive: true })
  const runner = (await readFile('deploy/machine/run.sh', 'utf8')).replaceAll(
    /\/(?=etc\/|var\/)/g,
    `${root}/`,
  )
  await writeFile(join(root, 'deploy/machine/run.sh'), runner, { mode: 0o755 })
  await symlink(join(repository, 'dist-server'), join(root, 'dist-server'))
  const pem = await selfSigned()
  await writeFile(join(root, 'palpite.pem'), pem)

  const asPostgres = Object.entries(postgresEnv(port))
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n')
  const programs: Record<string, string> = {
    sudo: `case "$1" in -u) ${asPostgres.replaceAll('\n', '; ')}; shift 2;; esac\nexec "$@"`,
    install: `args=()
while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2;; *) args+=("$1"); shift;; esac; done
exec /usr/bin/install "\${args[@]}"`,
    setpriv: 'while [[ "$1" == --* ]]; do shift; done\nexec "$@"',
    npm: `case "$*" in 'run dump'*) shift 3; exec node --import tsx scripts/dump.ts "$@";; esac`,
    docker: `case "$*" in *pg_dump*)
  while [ "$1" != pg_dump ]; do shift; done
  ${asPostgres}
  while [ "$1" != -U ]; do args+=("$1"); shift; done
  shift 2
  exec "\${args[@]}" "$@";; esac`,
    kubectl: `printf '%s\\0' "$@" >> '${records}'; printf '\\n' >> '${records}'
case "$*" in *' psql '*)
  while [ "$1" != psql ]; do shift; done
  ${asPostgres}
  args=()
  for arg in "$@"; do if [ "$arg" = palpite ]; then arg=cluster; fi; args+=("$arg"); done
  exec "\${args[@]}";; esac`,
    sed: `case "$*" in *deploy/kubernetes*) ;; *) exec /usr/bin/sed "$@";; esac`,
    promtool: existsSync('/usr/bin/promtool') ? 'exec /usr/bin/promtool "$@"' : '',
  }
  for (const name of ['apt-get', 'useradd', 'git', 'ln', 'systemctl', 'curl', 'helm']) programs[name] = ''
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(shims, name), `#!/bin/bash\nset -eu\nargs=()\n${body}\n`)
    await chmod(join(shims, name), 0o755)
  }
  const alerts = join(root, 'etc/prometheus')
  await cp('deploy/prometheus/alerts.yml', join(alerts, 'alerts.yml'))
}

async function selfSigned(): Promise<string> {
  const [key, certificate] = [join(root, 'key.pem'), join(root, 'certificate.pem')]
  const subject = ['-subj', '/CN=palpite.example', '-days', '1']
  const options = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', ...options, ...subject])
  return (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8'))
}

async function envOf(path: string): Promise<Env> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** HAProxy takes what the page has put into its folder, with the environment that systemd reads. */
async function checkProxy(): Promise<void> {
  const env = await envOf(join(root, 'etc/default/haproxy'))
  const files = [...(env['EXTRAOPTS'] ?? '').matchAll(/-f (\S+?)"?$/g)].map(([, path = '']) => path)
  const { stdout, stderr } = await run(
    '/usr/sbin/haproxy',
    ['-c', '-f', join(root, 'etc/haproxy/haproxy.cfg'), ...files.flatMap((path) => ['-f', path])],
    { env: { ...process.env, ...env, CERTIFICATE: join(root, 'etc/haproxy/palpite.pem') } },
  )
  expect(files).toHaveLength(1)
  expect(stdout + stderr).not.toContain('ALERT')
}

/** What a pod of the manifests has in its environment, with the secrets that the commands have made. */
async function clusterSettings(owner: string): Promise<Env> {
  const secrets = new Map<string, Env>()
  for (const line of (await readFile(records, 'utf8')).split('\n')) {
    const args = line.split('\0')
    const at = args.indexOf('generic')
    if (at < 0) continue
    const literals = args.flatMap((arg) => /^--from-literal=(\w+)=(.+)$/.exec(arg)?.slice(1, 3) ?? [])
    const pairs = literals.flatMap((name, index) =>
      index % 2 === 0 ? [[name, literals[index + 1] ?? '']] : [],
    )
    secrets.set(args[at + 1] ?? '', Object.fromEntries(pairs) as Env)
  }
  // The same names and keys as the example's.
  const examples = parseAllDocuments(await readFile('deploy/kubernetes/secret.example.yaml', 'utf8')).map(
    (document) => document.toJS() as { metadata: { name: string }; stringData: Env },
  )
  expect(Object.fromEntries([...secrets].map(([name, values]) => [name, Object.keys(values)]))).toEqual(
    Object.fromEntries(examples.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)])),
  )
  const { data } = parse(await readFile('deploy/kubernetes/configuration.yaml', 'utf8')) as { data: Env }
  const [deployment] = parseAllDocuments(await readFile('deploy/kubernetes/server.yaml', 'utf8')).map(
    (document) =>
      document.toJS() as {
        spec: { template: { spec: { containers: { env: { name: string; value?: string }[] }[] } } }
      },
  )
  const password = secrets.get('palpite-database-program')?.['password'] ?? randomBytes(8).toString('hex')
  const address = deployment?.spec.template.spec.containers[0]?.env.find(
    ({ name }) => name === 'DATABASE_URL',
  )
  const program = new URL((address?.value ?? '').replace('$(PROGRAM_PASSWORD)', password))
  // CloudNativePG gives the role its password.
  const db = createDb(
    owner.replace(/\/\/.*@/, '//postgres@').replace(/127\.0\.0\.1:(\d+)(.*)$/, 'localhost:$1$2') +
      `?host=${encodeURIComponent(join(root, 'postgres'))}`,
  )
  await db.write(`alter role ${program.username} password '${password}'`)
  await db.close()
  const at = new URL(owner)
  program.host = at.host
  program.pathname = at.pathname
  return {
    ...data,
    ...secrets.get('palpite'),
    DATABASE_URL: program.href,
    DATABASE_OWNER_URL: owner,
  }
}
