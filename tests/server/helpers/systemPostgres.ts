import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { postgresUser } from '#server/db/postgresProgram.ts'
import { atEnd } from './atEnd.ts'

const run = promisify(execFile)
const packages = '/usr/lib/postgresql'
const versions = existsSync(packages)
  ? readdirSync(packages).sort((one, other) => Number(one) - Number(other))
  : []

/** The oldest PostgreSQL of the system's packages, and where its programs are. */
export const systemPostgres = { version: versions[0], bin: join(packages, versions[0] ?? '', 'bin') }
/** Why tests with it are skipped; undefined: it is there. */
export const noSystemPostgres =
  versions.length === 0 ? 'no PostgreSQL of the system (apt install postgresql)' : undefined

/**
 * Starts PostgreSQL of the system's packages with an empty cluster in the new folder `home`, whose superuser `superuser` needs
 * no password at its socket there; on 127.0.0.1:`port` every role needs its password. It is stopped with the file's tests.
 */
export async function startSystemPostgres(home: string, superuser: string, port?: number): Promise<void> {
  const user = postgresUser()
  await mkdir(home)
  if (user) await chown(home, user.uid, user.gid)
  const options = { cwd: home, ...user }
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256']
  const data = join(home, 'pg')
  await run(join(systemPostgres.bin, 'initdb'), ['-D', data, '-U', superuser, ...auth, '-E', 'UTF8'], options)
  const listen = port === undefined ? '' : '127.0.0.1'
  const settings = [
    '-k',
    home,
    '-c',
    `listen_addresses=${listen}`,
    '-c',
    'fsync=off',
    '-p',
    String(port ?? 5432),
  ]
  const server = spawn(join(systemPostgres.bin, 'postgres'), ['-D', data, ...settings], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((done) => server.once('close', done))
  atEnd(async () => {
    server.kill('SIGINT')
    await ended
  })
  await expect.poll(() => existsSync(join(home, `.s.PGSQL.${port ?? 5432}`)), { timeout: 30_000 }).toBe(true)
}
