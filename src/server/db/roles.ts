import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Secrets } from '../config/config.ts'
import { codeOf, createDb, type Tx } from './client.ts'

/**
 * The roles of the embedded database, each with a password from the master key:
 *   admin    PostgreSQL's superuser, for the set-up only
 *   owner    owns the tables and functions, and runs the migrations
 *   program  the server's, which owns nothing (rights.sql)
 */
export const roles = { admin: 'palpite', owner: 'palpite_owner', program: 'palpite_program' }
export type Role = keyof typeof roles

/** How long PostgreSQL may take to read its configuration again. */
const reloadLimitMs = 10_000

type Passwords = Secrets['databasePasswords']

const withPasswords = `# Written by the server: every role needs its password.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Only for the set-up: nobody but PostgreSQL's user may enter the socket's folder. */
const adminWithoutPassword = `# Written by the server, for the moment in which it sets the passwords.
local all ${roles.admin} trust
host all ${roles.admin} 127.0.0.1/32 trust
`

/** Whether the owner can log in, which it cannot before `setUpRoles`, or after the master key was replaced. */
export async function canLogIn(url: string): Promise<boolean> {
  const db = createDb(url, { max: 1, outageMs: 0 })
  try {
    await db.write('select 1')
    return true
  } catch (error) {
    // No such role, or another password.
    if (codeOf(error)?.startsWith('28')) return false
    throw error
  } finally {
    await db.close()
  }
}

/**
 * Creates the roles with their passwords, gives everything in the database to the owner, and makes passwords necessary.
 * `reload` makes PostgreSQL read its configuration. May be repeated after it was interrupted.
 */
export async function setUpRoles(
  { dir, urlOf }: { dir: string; urlOf: (role: Role) => string },
  passwords: Passwords,
  reload: () => void,
): Promise<void> {
  const apply = async (access: string, role: Role) => {
    await writeAccess(dir, access)
    reload()
    const deadline = Date.now() + reloadLimitMs
    while (!(await canLogIn(urlOf(role)))) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL refuses ${roles[role]}`)
      await delay(20)
    }
  }
  await apply(adminWithoutPassword, 'admin')
  const db = createDb(urlOf('admin'), { max: 1 })
  try {
    await db.tx(async (tx) => {
      for (const role of ['admin', 'owner', 'program'] as const) await setPassword(tx, role, passwords[role])
      await tx.query(giveToOwner)
    })
  } finally {
    await db.close()
  }
  await apply(withPasswords, 'program')
}

async function setPassword(tx: Tx, role: Role, password: string): Promise<void> {
  const name = roles[role]
  const [found] = await tx.query('select from pg_roles where rolname = $1', [name])
  // Names are ours, and passwords are hexadecimal.
  await tx.query(`set local password_encryption = 'scram-sha-256'`)
  await tx.query(`${found ? 'alter' : 'create'} role ${name} login password '${password}'`)
}

/** Changes the owner of what older versions created as superuser. */
const giveToOwner = `do $$
declare
  statement text;
begin
  execute format('alter database %I owner to ${roles.owner}', current_database());
  for statement in
    select format('alter schema %I owner to ${roles.owner}', nspname) from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('alter %s %I.%I owner to ${roles.owner}',
        case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'S')
        -- A sequence of a column goes with its table.
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to ${roles.owner}', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select format('alter type %I.%I owner to ${roles.owner}', n.nspname, t.typname)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and (t.typtype in ('e', 'd') or c.relkind = 'c')
  loop
    execute statement;
  end loop;
end $$`

/** Replaces the file as a whole; it stays with PostgreSQL's user. */
async function writeAccess(dir: string, text: string): Promise<void> {
  const path = join(dir, 'pg_hba.conf')
  if ((await readFile(path, 'utf8')) === text) return
  const { uid, gid } = await stat(path)
  const draft = `${path}.new`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
}
