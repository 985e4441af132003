/** Replacing the encryption key: every sealed column is sealed again, and what is looked up by keyed indexes is still found. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createVault, type Vault } from '#server/config/crypto.ts'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { sealedAs, sealedColumns, type SealedColumn } from '#server/config/sealedColumns.ts'
import { StartError } from '#server/config/startError.ts'
import type { Db, SqlValue } from '#server/db/client.ts'
import { areKeysOf, checkEncryptionKey } from '#server/domain/installation/encryptionKey.ts'
import { reseal, resealColumns, type Resealed } from '#server/domain/installation/reseal.ts'
import { publicServerKey } from '#server/domain/terminals/keys.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db } = await createTestDb()

/** Columns of bytes that the encryption key has sealed nothing of: hashes, keyed indexes, public keys, pictures of screens. */
const unsealed = new Set(
  `account_marks.mark chat_sessions.token_hash chat_tickets.token_hash claimed_offers.person
    email_confirmations.token_hash exclusions.cpf_index exclusions.email_index exports.ticket_hash
    game_sessions.token_hash game_tickets.token_hash kept_identities.cpf_index login_links.token_hash
    office.action_keys.request_hash office.audit_head.hash office.links.token_hash office.staff_audit.hash
    office.staff_audit.previous_hash office.staff_passkeys.public_key office.staff_recovery_codes.code_hash
    office.staff_sessions.token_hash package_bonuses.person password_resets.check_hash password_resets.code_hash
    payout_keys.key_index player_passkeys.public_key register_answers.cpf_index regulator_lots.sha256
    sessions.token_hash terminal_codes.code_hash terminal_crashes.dump terminal_logins.code_hash
    terminal_logins.secret_hash terminal_screenshots.image terminals.address_mark users.cpf_index
    vouchers.code_hash vouchers.signature withdrawals.key_index`.split(/\s+/),
)

const master = randomBytes(32)
const [first, second] = [randomBytes(32), randomBytes(32)]
const secretsOf = (current: Buffer, previous?: Buffer) =>
  deriveSecrets(master, {
    encryptionKey: current.toString('hex'),
    ...(previous && { previousKey: previous.toString('hex') }),
  })

interface Column {
  name: string
  type: string
  label: string | null
}

/** A row of the table with this sealed value, and whatever its other columns need. */
async function insertSealed({ table, column, as }: SealedColumn, vault: Vault, plain: Buffer): Promise<void> {
  const columns = await db.read<Column>(
    `select a.attname::text as name, format_type(a.atttypid, null) as type,
        (select e.enumlabel::text from pg_enum e where e.enumtypid = a.atttypid order by e.enumsortorder limit 1) as label
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
        and not a.atthasdef and a.attidentity = ''`,
    [table],
  )
  const row: Record<string, SqlValue> = {}
  for (const { name, type, label } of columns) row[name] = valueOf(type, label)
  const context = typeof as === 'string' ? as : as.context(row)
  row[column] = vault.sealBytes(plain, context)
  const names = Object.keys(row)
  await db.tx(async (tx) => {
    // A row of one table alone: what it refers to is not there, and what the table checks is not the subject here.
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `do $$ declare c record; begin
        for c in select conname from pg_constraint where contype = 'c' and conrelid = '${table}'::regclass loop
          execute format('alter table ${table} drop constraint %I', c.conname);
        end loop;
      end $$`,
    )
    await tx.query(
      `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    )
  })
}

function valueOf(type: string, label: string | null): SqlValue {
  if (label !== null) return label
  if (/int|numeric/.test(type)) return 1
  if (type === 'boolean') return false
  if (type === 'bytea') return Buffer.alloc(0)
  if (type === 'date') return '2026-11-30'
  if (type.startsWith('timestamp')) return new Date()
  if (type.startsWith('json')) return '{}'
  if (type.endsWith('[]')) return []
  return randomUUID()
}

async function resealAll(
  secrets: ReturnType<typeof secretsOf>,
  options: Parameters<typeof resealColumns>[1] = {},
): Promise<Resealed[]> {
  const found: Resealed[] = []
  for await (const column of resealColumns({ db, config: { secrets } }, options)) found.push(column)
  return found
}
const sum = (found: readonly Resealed[], pick: (each: Resealed) => number) =>
  found.reduce((total, each) => total + pick(each), 0)

describe('the list of sealed columns', () => {
  it('has every column of bytes that is not known to be none', async () => {
    const rows = await db.read<{ name: string }>(
      `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where a.atttypid = 'bytea'::regtype and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p')
          and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') order by 1`,
    )
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
    expect(sealed.filter((name) => unsealed.has(name))).toEqual([])
    expect(rows.map(({ name }) => name)).toEqual([...sealed, ...unsealed].toSorted())
  })

  it('has what every call seals as', async () => {
    const folder = join(import.meta.dirname, '../../src/server')
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
    const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const called = sources.flatMap((source) => source.match(/\.(seal|sealBytes)\((?!bytes, context)/g) ?? [])
    const known = sources.flatMap(
      (source) => source.match(/\.(seal|sealBytes)\([\s\S]{0,160}?sealedAs\.\w+/g) ?? [],
    )
    // That of reseal.ts itself passes on the context of the list.
    expect(called).toHaveLength(known.length + 1)
    const used = new Set(known.map((call) => /sealedAs\.(\w+)/.exec(call)?.[1]))
    expect([...used].toSorted()).toEqual(Object.keys(sealedAs).toSorted())
  })
})

describe('a new encryption key', () => {
  const plain = Buffer.from('52998224725')
  const old = createVault(first)

  it('seals every column again, in steps, and finds by the same indexes as before', async () => {
    const before = secretsOf(first)
    await checkEncryptionKey({ db, config: { secrets: before } })
    const indexed = before.vault.index('52998224725', 'users.cpf')
    const terminals = publicServerKey({ config: { secrets: before } })
    for (const column of sealedColumns) await insertSealed(column, old, plain)

    await expect(checkEncryptionKey({ db, config: { secrets: secretsOf(second) } })).rejects.toThrow(
      StartError,
    )
    const after = secretsOf(second, first)
    await checkEncryptionKey({ db, config: { secrets: after } })
    expect(after.vault.index('52998224725', 'users.cpf')).toEqual(indexed)
    expect(publicServerKey({ config: { secrets: after } })).toBe(terminals)

    const checked = await resealAll(after, { isDry: true })
    expect(checked.map(({ column }) => column)).toEqual([
      ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
      'settings.lastingKeys',
    ])
    expect(
      checked.filter(({ values, old: olds, unreadable }) => values !== 1 || olds !== 1 || unreadable !== 0),
    ).toEqual([])
    // Stopped before it has begun: nothing is done, and it goes on.
    expect(await resealAll(after, { signal: AbortSignal.abort() })).toEqual([])
    const [one, two] = await Promise.all([resealAll(after), resealAll(after)])
    expect(sum([...one, ...two], ({ unreadable }) => unreadable)).toBe(0)
    expect(sum(await resealAll(after, { isDry: true }), ({ old: olds }) => olds)).toBe(0)

    // The previous key is gone, and everything is there.
    const alone = secretsOf(second)
    await checkEncryptionKey({ db, config: { secrets: alone } })
    expect(alone.vault.index('52998224725', 'users.cpf')).toEqual(indexed)
    expect(publicServerKey({ config: { secrets: alone } })).toBe(terminals)
    for (const { table, column, as } of sealedColumns) {
      const rows = await db.read<Record<string, unknown> & { sealed: Buffer }>(
        `select *, ${column} as sealed from ${table} where length(${column}) > 0`,
      )
      expect(rows).toHaveLength(1)
      for (const row of rows)
        expect(alone.vault.openBytes(row.sealed, typeof as === 'string' ? as : as.context(row))).toEqual(
          plain,
        )
    }
    await expect(checkEncryptionKey({ db, config: { secrets: secretsOf(first) } })).rejects.toThrow(
      StartError,
    )
    expect([await areKeysOf(db, secretsOf(first)), await areKeysOf(db, secretsOf(second))]).toEqual([
      false,
      true,
    ])
  })

  it('goes on where it was stopped, and passes what is done', async () => {
    await db.write('delete from outbox')
    const many = 1_200
    await db.write(
      `insert into outbox ("to", lang, created_at, sealed) select 'a@example.com', 'pt_BR', now(), $1 from generate_series(1, ${many})`,
      [old.seal('x', sealedAs.mail)],
    )
    const after = secretsOf(second, first)
    await checkEncryptionKey({ db, config: { secrets: after } })
    const stop = new AbortController()
    const tx = db.tx.bind(db)
    // Stopped after the first step.
    const stopping = {
      ...db,
      tx: async <T>(work: Parameters<typeof tx<T>>[0]) => {
        const result = await tx(work)
        stop.abort()
        return result
      },
    }
    for await (const _ of resealColumns(
      { db: stopping, config: { secrets: after } },
      { signal: stop.signal },
    ));
    const left = sum(await resealAll(after, { isDry: true }), ({ old: olds }) => olds)
    expect(left).toBe(many - 500)
    const rest = await resealAll(after)
    expect(sum(rest, ({ old: olds }) => olds)).toBe(left)
    expect(sum(await resealAll(after), ({ old: olds }) => olds)).toBe(0)
  })

  it('leaves what neither key opens', async () => {
    await db.write('delete from outbox')
    await insertSealed(
      { table: 'outbox', column: 'sealed', as: sealedAs.mail },
      createVault(randomBytes(32)),
      plain,
    )
    const after = secretsOf(second, first)
    const found = (await resealAll(after)).find(({ column }) => column === 'outbox.sealed')
    expect(found).toEqual({ column: 'outbox.sealed', values: 1, old: 0, unreadable: 1 })
    await db.write('delete from outbox')
  })

  const mail = (id: number, sealed: Buffer) =>
    db.write(
      `insert into outbox (id, "to", lang, created_at, sealed) overriding system value
        values ($1, 'a@example.com', 'pt_BR', now(), $2)`,
      [id, sealed],
    )
  const mails = () => db.read<{ sealed: Buffer }>('select sealed from outbox order by id')

  it('leaves what somebody has changed meanwhile', async () => {
    await db.write('delete from outbox')
    await mail(1, old.seal('before', sealedAs.mail))
    const after = secretsOf(second, first)
    const changed = after.vault.seal('changed', sealedAs.mail)
    // Between its read and its write.
    const meanwhile: Db = {
      ...db,
      tx: async (work, limits) => {
        await db.write('update outbox set sealed = $1', [changed])
        return db.tx(work, limits)
      },
    }
    for await (const _ of resealColumns({ db: meanwhile, config: { secrets: after } }));
    expect(await mails()).toEqual([{ sealed: changed }])
    await db.write('delete from outbox')
  })

  it('is not done while something was sealed with the previous key where it had looked already', async () => {
    await db.write('delete from outbox')
    await mail(1, old.seal('one', sealedAs.mail))
    const after = secretsOf(second, first)
    // A server that does not have the new key yet.
    const meanwhile: Db = {
      ...db,
      tx: async (work, limits) => {
        const result = await db.tx(work, limits)
        await mail(0, old.seal('late', sealedAs.mail))
        return result
      },
    }
    const run = async (on: Db, isDry: boolean) => {
      const found: string[] = []
      const needed = await reseal(
        { db: on, config: { secrets: after } },
        {
          isDry,
          signal: new AbortController().signal,
          onColumn: ({ column, old: olds }, isChecked) => {
            if (olds > 0) found.push(`${column} ${olds} ${isChecked ? 'left' : 'sealed again'}`)
          },
        },
      )
      return { needed, found }
    }
    expect(await run(meanwhile, false)).toEqual({
      needed: true,
      found: ['outbox.sealed 1 sealed again', 'outbox.sealed 1 left'],
    })
    expect(await run(db, true)).toEqual({ needed: true, found: ['outbox.sealed 1 left'] })
    expect(await run(db, false)).toEqual({ needed: false, found: ['outbox.sealed 1 sealed again'] })
    expect(await run(db, true)).toEqual({ needed: false, found: [] })
    await db.write('delete from outbox')
  })

  it('of a database that stores no lasting keys yet is told from the previous one by its fingerprint', async () => {
    await db.write(`delete from settings where key = 'lastingKeys'`)
    const indexed = createVault(first).index('x', 'y')
    const after = secretsOf(second, first)
    await checkEncryptionKey({ db, config: { secrets: after } })
    expect(after.vault.index('x', 'y')).toEqual(indexed)
    const alone = secretsOf(second)
    await checkEncryptionKey({ db, config: { secrets: alone } })
    expect(alone.vault.index('x', 'y')).toEqual(indexed)
  })
})
