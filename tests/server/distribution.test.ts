import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { createTestDb } from './helpers/testDb.ts'

/**
 * Whether a distributed PostgreSQL could hold the tables ("Past one PostgreSQL" in docs/scaling.md): a table of players is
 * spread by the player's id, so every unique index must contain it, and a foreign key must stay with the player or lead
 * to a table that every node has. A new table must fit, or be one of those below with a reason.
 */

/** Small tables that every node would have, or that one node keeps: they are no player's. */
const common: Record<string, string> = {
  archived_rounds: 'one row for each archived month',
  attempts: 'counted by address, before a player is known',
  blocked_nicknames: 'found by the name, whoever chooses it',
  captchas: 'before a player is known',
  content: 'the same for all players; a notice may name its only player',
  content_versions: 'the same for all players',
  deposit_packages: 'the same for all players',
  desk_decisions: 'matches',
  desk_rules: 'the same for all players',
  double_chains: 'shared by all players',
  double_exposure: 'three rows for each shared round',
  double_rounds: 'shared by all players: one row every half minute',
  exclusions: 'found by identity, before a player is known',
  feed_batches: 'matches',
  feed_bet_cancels: 'matches',
  feed_markets: 'matches',
  feed_matches: 'matches',
  feed_names: 'leagues and teams',
  feed_scripts: 'matches',
  feed_state: 'one row for each provider of matches',
  games: 'the same for all players',
  job_leases: 'one row for each job',
  migrations: 'the schema',
  outbox: 'e-mails to addresses, deleted after they are sent',
  claimed_offers: 'found by identity, because they outlive an account',
  package_bonuses: 'found by identity, because they outlive an account',
  pix_charges: 'found by the id that the bank has; to be spread by that',
  passkey_challenges: 'those of a login come before a player is known',
  payment_differences: 'found by the payment, of which the player may be unknown',
  push_scores: 'matches',
  prize_position: 'one row',
  provider_transactions: 'found by the id of the provider; to be spread by that',
  rate_limits: 'counted by address, before a player is known',
  reconciled_days: 'one row for each day of a provider',
  risk_scan: 'one row',
  selection_exposure_slots: 'up to 32 rows for each selection with open tickets',
  register_answers: 'found by the CPF, before a player is known',
  regulator_lots: 'sums over all players',
  regulator_requests: 'sums over all players',
  report_accounts: 'sums over all players',
  report_actives: 'sums over all players',
  report_bets: 'sums over all players',
  report_days: 'sums over all players',
  report_differences: 'sums over all players',
  report_last_bets: 'read and written with the sums, by the job that counts',
  report_money: 'sums over all players',
  report_position: 'one row',
  report_registrations: 'sums over all players',
  settings: 'the same for all players',
  sport_rules: 'the same for all players',
  terminal_codes: 'terminals',
  terminal_crashes: 'terminals',
  terminal_logins: 'terminals',
  terminal_screenshots: 'terminals',
  terminals: 'terminals',
  vouchers: 'found by their code, before a player is known',
  wallet_audit: 'one row',
}

/**
 * Tables of players that do not fit yet: what has to change. They get a row for each login, payment, slip or message, not
 * for each bet. The list must only become shorter.
 */
const unfit: Record<string, string> = {
  chat_messages: 'unique (user_id, id)',
  chat_sessions: 'user_id in the key',
  chat_tickets: 'user_id in the key',
  email_confirmations: 'add user_id; the token begins with it',
  export_chunks: 'user_id in the key',
  exports: 'key (user_id, id); the ticket begins with the player',
  game_sessions: 'user_id in the key',
  game_tickets: 'user_id in the key',
  login_links: 'add user_id to the keys',
  messages: 'key (user_id, id)',
  multiplier_offers: 'key (user_id, id)',
  orders: 'key (user_id, id); the number of the payment is found in a table of its own',
  password_resets: 'key (user_id, id)',
  seed_pairs: 'key (user_id, id)',
  sessions: 'key (user_id, id); the token begins with the player',
  ticket_legs: 'user_id in the key',
  ticket_debts: 'user_id in the key',
  ticket_settlements: 'user_id in the key',
  tickets: 'key (user_id, id)',
  users: 'e-mail, invite code, nickname and index of the CPF are found in tables of their own',
  withdrawals: 'key (user_id, id)',
}

interface Table {
  name: string
  columns: string[]
  /** Columns of each unique index. */
  uniques: string[][]
  foreign: { table: string; columns: string[] }[]
  identities: string[]
}

const tablesSql = `
  select c.relname as name,
    (select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
    coalesce((select jsonb_agg((select jsonb_agg(coalesce(a.attname, 'expression')) from unnest(i.indkey) k
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k))
      from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as uniques,
    coalesce((select jsonb_agg(jsonb_build_object('table', f.confrelid::regclass::text, 'columns',
        (select jsonb_agg(a.attname) from unnest(f.conkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k)))
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as "foreign",
    coalesce((select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attidentity <> ''), '[]')
      as identities
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`
const { db } = await createTestDb()
const tables = await db.read<Table>(tablesSql)
const isCommon = (name: string) => Object.hasOwn(common, name)
const isUnfit = (name: string) => Object.hasOwn(unfit, name)

/** Why a table could not be spread by the player's id; empty when it could. */
function obstacles({ columns, uniques, foreign }: Table): string[] {
  if (!columns.includes('user_id')) return ['has no user_id']
  return [
    ...uniques.filter((key) => !key.includes('user_id')).map((key) => `unique (${key.join(', ')})`),
    ...foreign
      .filter((key) => !key.columns.includes('user_id') && !isCommon(key.table))
      .map((key) => `refers to ${key.table} without the player`),
  ]
}

it('no key is changed in place with what refers to it', async () => {
  const cascades = await db.read(
    `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confupdtype <> 'a'`,
  )
  expect(cascades).toEqual([])
})

it('knows every table', () => {
  const names = tables.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(50)
  for (const name of [...Object.keys(common), ...Object.keys(unfit)]) expect(names).toContain(name)
})

it('every table fits, is common to all nodes, or is listed with what has to change', () => {
  const found = tables
    .filter(({ name }) => !isCommon(name) && !isUnfit(name))
    .map((table) => [table.name, obstacles(table)])
  expect(found.filter(([, why]) => why?.length)).toEqual([])
  // What a bet writes.
  const fit = found.map(([name]) => name)
  for (const name of ['wallets', 'transfers', 'game_rounds', 'bet_days', 'idempotency_keys'])
    expect(fit).toContain(name)
})

it('lists no table that fits by now', () => {
  expect(
    tables.filter((table) => isUnfit(table.name) && table.name !== 'users' && obstacles(table).length === 0),
  ).toEqual([])
})

it('finds what does not fit', () => {
  const stray = {
    name: 'stray',
    columns: ['id', 'user_id', 'session_id'],
    uniques: [['id'], ['user_id', 'id']],
    foreign: [
      { table: 'users', columns: ['user_id'] },
      { table: 'sessions', columns: ['session_id'] },
    ],
    identities: [],
  }
  expect(obstacles(stray)).toEqual(['unique (id)', 'refers to sessions without the player'])
  expect(obstacles({ ...stray, columns: ['id'] })).toEqual(['has no user_id'])
})

it('ids of what players do need no coordination: only common tables and the order of messages count upwards', () => {
  const counting = tables
    .filter(({ name, identities }) => identities.length > 0 && !isCommon(name))
    .map(({ name }) => name)
  expect(counting).toEqual(['messages'])
})

it('no account of the house is a row that every bet writes: their balances are sums of postings', async () => {
  const [row] = await db.read<{ accounts: string[] }>(
    `select array_agg(enumlabel::text) as accounts from pg_enum where enumtypid = 'ledger_account'::regtype and enumlabel like 'house%'`,
  )
  const wallets = tables.find(({ name }) => name === 'wallets')
  expect(row?.accounts.length).toBeGreaterThan(3)
  expect(wallets?.columns.filter((column) => column.startsWith('house'))).toEqual([])
  expect(tables.filter(({ columns }) => columns.includes('balance') && !columns.includes('user_id'))).toEqual(
    [],
  )
})

/** What Citus refused when `npm run distributed -- base` gave it the schema as it is, or what the spread depends on. */
describe('as the scripts of the spread make it', async () => {
  const spread = (await createTestDb()).db
  await pretendCitus(spread)
  await besideCitus(spread, await readScript('010.tables.sql'))
  // As in a release that kept this table on the coordinator (050.commits.sql).
  await spread.write(`
    create function commit_on_both() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger commit_on_both after insert on vouchers for each statement execute function commit_on_both()`)
  const plan = await besideCitus<{ name: string; kept: string }>(spread, 'select * from spread_plan()')
  await besideCitus(spread, 'select spread_tables()')
  const made = await spread.read<Table>(tablesSql)
  const keptAs = (kept: string) => plan.filter((table) => table.kept === kept).map(({ name }) => name)
  const players = made.filter(({ name }) => keptAs('players').includes(name))

  it('spreads what is not common, except what has no player yet', () => {
    const expected = tables.filter(({ name, columns }) => !isCommon(name) && columns.includes('user_id'))
    expect(keptAs('players').toSorted()).toEqual(
      [...expected.map(({ name }) => name), 'users'].filter(unique).toSorted(),
    )
    for (const name of keptAs('copies')) expect(Object.keys(common)).toContain(name)
    // Every read of a ticket's selections looks up their rules.
    expect(keptAs('copies')).toContain('sport_rules')
  })

  it('every key of a player has the player in it', () => {
    const lacking = players.flatMap(({ name, uniques }) =>
      uniques
        .filter((key) => !key.includes(name === 'users' ? 'id' : 'user_id'))
        .map((key) => `${name}: ${key.join(', ')}`),
    )
    expect(lacking).toEqual([])
    expect(players.length).toBeGreaterThan(50)
  })

  it('no reference leaves the node', () => {
    const leaving = made.flatMap(({ name, foreign }) =>
      foreign
        .filter(({ table, columns }) => {
          if (keptAs('copies').includes(table)) return false
          const isOfPlayer = keptAs('players').includes(name) && columns.includes('user_id')
          return keptAs('players').includes(name) !== keptAs('players').includes(table) || !isOfPlayer
        })
        .filter(({ table }) => keptAs('players').includes(name) || keptAs('players').includes(table))
        .map(({ table, columns }) => `${name} (${columns.join(', ')}) to ${table}`),
    )
    expect(leaving).toEqual([])
  })

  it('a table that becomes a copy loses the trigger of commits, without which the engine takes it', async () => {
    const triggers = await spread.read(`select tgname from pg_trigger where tgname = 'commit_on_both'`)
    expect(triggers).toEqual([])
    expect(
      await spread.read(`select from citus.pg_dist_partition where logicalrelid = 'vouchers'::regclass`),
    ).toHaveLength(1)
  })

  it('no table of players has a trigger, partitions included', async () => {
    const triggers = await spread.read(
      `select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        left join pg_inherits i on i.inhrelid = c.oid
        where not t.tgisinternal and coalesce(i.inhparent, c.oid)::regclass::text = any($1)`,
      [keptAs('players')],
    )
    expect(triggers).toEqual([])
  })

  it('can be made again', async () => {
    await besideCitus(spread, 'select spread_tables()')
    expect(await spread.read<Table>(tablesSql)).toEqual(made)
  })
})

const unique = (name: string, index: number, all: string[]) => all.indexOf(name) === index

function readScript(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, '../../src/server/db/distributed', name), 'utf8')
}

/** What the scripts call of Citus, without nodes: the tables stay where they are, but are known as spread. */
async function pretendCitus(on: Db): Promise<void> {
  await on.write(`
    create schema citus;
    create table citus.pg_dist_partition (logicalrelid regclass);
    create function citus.relation_is_a_known_shard(oid) returns boolean language sql as 'select false';
    create function citus.create_reference_table(p_name text) returns void language plpgsql as $$
      begin
        if exists (select from pg_trigger where tgrelid = p_name::regclass and not tgisinternal) then
          raise exception 'cannot distribute relation "%" because it has triggers', p_name;
        end if;
        insert into citus.pg_dist_partition values (p_name::regclass);
      end $$;
    create function citus.create_distributed_table(p_name text, p_column text, colocate_with text) returns void
      language sql as 'insert into citus.pg_dist_partition values (p_name::regclass)'`)
}

function besideCitus<Row extends object>(on: Db, sql: string): Promise<Row[]> {
  return on.tx(async (tx) => {
    await tx.query('set local search_path = public, citus')
    return tx.query<Row>(sql)
  })
}
