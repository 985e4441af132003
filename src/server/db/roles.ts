import { hash } from 'node:crypto'
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../config/derivedSecrets.ts'

/**
 * The roles of the embedded database, each with a password from the master key:
 *   admin    PostgreSQL's superuser, for the set-up only
 *   owner    owns the tables and functions, and runs the migrations
 *   program  the server's, which owns nothing (rights.sql)
 */
export const roles = { admin: 'palpite', owner: 'palpite_owner', program: 'palpite_program' }
export type Role = keyof typeof roles

type Passwords = Secrets['databasePasswords']

const access = `# Written by the server: every role needs its password.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Which passwords the roles have, so that a start knows without a login whether they must be set. */
const markFile = 'roles.set'

/**
 * Gives the roles their passwords and everything in the database to the owner, before PostgreSQL listens: at no moment can
 * anybody connect without a password, which on Windows, where it listens on a port, would be every user of the machine. Does
 * nothing when it was done with these passwords. `execute` runs SQL on the cluster while no PostgreSQL does. May be
 * repeated after it was interrupted.
 */
export async function setUpRoles(
  dir: string,
  passwords: Passwords,
  execute: (sql: string) => Promise<void>,
): Promise<void> {
  // Folders of older versions let the superuser in without a password.
  await replaceFile(dir, 'pg_hba.conf', access)
  const mark = `${markOf(passwords)}\n`
  if ((await readIfThere(join(dir, markFile))) === mark) return
  const statements = (['admin', 'owner', 'program'] as const).map((role) =>
    setPassword(role, passwords[role]),
  )
  await execute([`set password_encryption = 'scram-sha-256'`, ...statements, giveToOwner].join(';\n'))
  await replaceFile(dir, markFile, mark)
}

/** Tells nothing about the passwords, which are random. */
function markOf(passwords: Passwords): string {
  return hash('sha256', JSON.stringify([passwords.admin, passwords.owner, passwords.program]))
}

/** Names are ours, and passwords are hexadecimal. */
function setPassword(role: Role, password: string): string {
  const name = roles[role]
  return `do $$ begin
  if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if;
end $$;
alter role ${name} login password '${password}'`
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

/** Replaces a file of the cluster as a whole; it belongs to PostgreSQL's user. */
async function replaceFile(dir: string, name: string, text: string): Promise<void> {
  const path = join(dir, name)
  if ((await readIfThere(path)) === text) return
  const draft = `${path}.new`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  const { uid, gid } = await stat(dir)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
