import type { Db } from '../src/server/db/client.ts'

/** What a generated player begins with, and stakes in each round, in cents. */
const funds = 100_000
const stake = 100
/** The generated rounds are spread over the months before this one. */
const months = 12

/**
 * Fills a migrated database without players as a year of play would. Few players have many rounds and most have few
 * (a power law). Every second round of a player loses the stake, the others return it twice, so that each balance is
 * known without the rounds before it. Returns how long it took, in seconds.
 */
export async function fillDatabase(
  db: Db,
  { players, roundsPerPlayer }: { players: number; roundsPerPlayer: number },
): Promise<number> {
  const began = performance.now()
  // The largest part first; a table that is created in the transaction is not logged.
  await db.tx(async (tx) => {
    await tx.query(`set local work_mem = '512MB'`)
    await tx.query(`set local maintenance_work_mem = '1GB'`)
    await tx.query(`set local synchronous_commit = off`)
    // No check of foreign keys.
    await tx.query(`set local session_replication_role = replica`)
    const run = async (sql: string) => {
      const before = performance.now()
      await tx.query(sql)
      const seconds = (performance.now() - before) / 1000
      // Ten million rounds take minutes.
      if (seconds > 5) console.error(`${seconds.toFixed(0)} s: ${sql.trim().slice(0, 60)} …`)
    }
    // The sum of rank ^ -0.7 up to n is about n ^ 0.3 / 0.3 - 2.78. Rounding down takes half a round of each player.
    const scale = ((roundsPerPlayer - 0.5) * players) / (players ** 0.3 / 0.3 - 2.78)
    await run(`create table fill_players as
      select rank, md5('player ' || rank)::uuid::text as user_id, md5('pair ' || rank)::uuid::text as pair_id,
        1 + floor(${scale} * rank ^ -0.7)::int as rounds
      from generate_series(1::bigint, ${players}) rank`)
    await run(`create table fill_rounds as
      select p.user_id, p.pair_id, n, at,
        round_id_at(at) || left(md5(p.rank || ':' || n), 20) as id
      from fill_players p cross join lateral generate_series(1, p.rounds) n cross join lateral (
        select date_trunc('month', now()) - interval '${months} months'
          + (date_trunc('month', now()) - (date_trunc('month', now()) - interval '${months} months'))
          * ((n - 1 + 0.999 * abs(hashint8(p.rank * 100003 + n)) / 2147483648.0) / p.rounds) as at
      ) t
      order by at`)
    // A name and a phone of their own, so that a search by a part of one finds few.
    await run(`insert into users (id, email, email_canonical, password_hash, invite_code, created_at, marked_at, name,
        country, phone, cpf_index)
      select user_id, 'player' || rank || '@example.com', 'player' || rank || '@example.com', 'x', 'G' || rank,
        now() - interval '1 year', now() - interval '1 year',
        initcap(translate(left(md5('name ' || rank), 8), '0123456789', 'ghijklmnop')) || ' '
          || initcap(translate(left(md5('surname ' || rank), 10), '0123456789', 'qrstuvwxyz')),
        '+55', '119' || lpad(rank::text, 8, '0'), sha256(convert_to('cpf ' || rank, 'UTF8')) from fill_players`)
    await run(`insert into wallets (user_id, cash, bet_sum, cash_net_loss)
      select user_id, ${funds} - ${stake} * (rounds % 2), ${stake} * rounds, ${stake} * (rounds % 2) from fill_players`)
    await run(`insert into seed_pairs (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
      select pair_id, user_id, md5(user_id) || md5(pair_id), md5(pair_id) || md5(user_id), md5(user_id), rounds,
        now() - interval '1 year' from fill_players`)
    await run(`insert into sessions (id, token_hash, user_id, created_at, expires_at)
      select md5('session ' || rank)::uuid::text, sha256(convert_to(rank::text, 'UTF8')), user_id, now(),
        now() + interval '30 days' from fill_players`)
    await run(
      `insert into recently_played (user_id, game, played_at) select user_id, 'dice', now() from fill_players`,
    )
    await run('alter table bet_days drop constraint bet_days_pkey')
    await run(`insert into bet_days (user_id, day, game, stakes, cash_loss)
      select user_id, ledger_day(at), 'dice', ${stake} * count(*), sum(case n % 2 when 0 then ${-stake} else ${stake} end)
      from fill_rounds group by 1, 2`)
    await run('alter table bet_days add primary key (user_id, day, game)')
    // The keys of a week.
    await run(`insert into idempotency_keys (user_id, key, route, body_hash, status, response)
      select user_id, id, '/api/app/game/dice/bet', md5(id), 200, '{"status":0,"message":"","data":{}}'
      from (select user_id, id from fill_rounds order by at desc limit ${Math.ceil((players * roundsPerPlayer) / 52)}) k`)

    await fillRounds(run)
    await fillTransfers(run, players)
    await run('drop table fill_rounds, fill_players')
  })
  return (performance.now() - began) / 1000
}

type Run = (sql: string) => Promise<unknown>

/** One partition a month before the current one. The indexes are built when the rows are there. */
async function fillRounds(run: Run): Promise<void> {
  await run(`do $$
    declare
      first_month timestamptz := date_trunc('month', now()) - interval '${months} months';
      begins timestamptz;
      name text;
    begin
      alter table game_rounds detach partition game_rounds_first;
      execute format('alter table game_rounds attach partition game_rounds_first for values from (%L) to (%L)',
        round_id_at(date_trunc('month', now())), round_id_at(date_trunc('month', now()) + interval '1 month'));
      execute format('alter table game_rounds_first rename to %I', 'game_rounds_' || to_char(now(), 'YYYY_MM'));
      for month in 0 .. ${months - 1} loop
        begins := first_month + month * interval '1 month';
        name := case month when 0 then 'game_rounds_first' else 'game_rounds_' || to_char(begins, 'YYYY_MM') end;
        execute format('create table %I (like game_rounds including defaults including constraints)', name);
        execute format($sql$
          insert into %I (id, user_id, game, wallet, stake, payout, status, params, outcome, multiplier, seed_pair_id,
            nonce, created_at, settled_at)
          select id, user_id, 'dice', 'cash', ${stake}, case n %% 2 when 0 then ${2 * stake} else 0 end, 'settled',
            '{"direction": "over", "chance": 49.5}', '{"roll": 4711}', case n %% 2 when 0 then 2 else 0 end, pair_id,
            n - 1, at, at
          from fill_rounds where at >= %L and at < %L$sql$, name, begins, begins + interval '1 month');
        execute format('create unique index on %I (user_id, game)
          where status = ''open'' and double_round is null and provider is null', name);
        execute format('create unique index on %I (provider, provider_round) where provider is not null', name);
        execute format('alter table game_rounds attach partition %I for values from (%s) to (%L)', name,
          case month when 0 then 'minvalue' else quote_literal(round_id_at(begins)) end,
          round_id_at(begins + interval '1 month'));
      end loop;
    end $$`)
}

async function fillTransfers(run: Run, players: number): Promise<void> {
  await run('alter table transfers detach partition transfers_0')
  await run('alter table transfers_0 rename to transfers_empty')
  await run('create table transfers_0 (like transfers including defaults including constraints)')
  await run(`insert into transfers_0 (id, key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
    select rank, 'adjust:' || user_id, 'adjust', user_id, 'adjust', user_id, '{"cash": ${funds}}',
      '{house_sandbox,cash}', '{${-funds},${funds}}', '{null,${funds}}', now() - interval '1 year'
    from fill_players`)
  await run(`insert into transfers_0 (id, key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
    select ${players} + row_number() over (order by at), 'stake:round:' || id, 'play', user_id, 'round', id,
      case n % 2 when 0
        then '{"stake": ${stake}, "payout": ${2 * stake}, "wallet": "cash", "counted": ${stake}}'::jsonb
        else '{"stake": ${stake}, "payout": 0, "wallet": "cash", "counted": ${stake}}' end,
      case n % 2 when 0 then '{cash,house_games,house_games,cash}'::ledger_account[] else '{cash,house_games}' end,
      case n % 2 when 0 then '{${-stake},${stake},${-2 * stake},${2 * stake}}'::bigint[]
        else '{${-stake},${stake}}' end,
      case n % 2 when 0 then '{${funds - 2 * stake},null,null,${funds}}'::bigint[]
        else '{${funds - stake},null}' end,
      at
    from fill_rounds`)
  await run('alter table transfers_0 add primary key (user_id, id)')
  await run('alter table transfers_0 add unique (key)')
  await run(`create trigger transfers_append_only before update or delete or truncate on transfers_0
    for each statement execute function ledger_refuse_change()`)
  await run('alter table transfers attach partition transfers_0 for values from (minvalue) to (1000000000)')
  await run('drop table transfers_empty')
  await run(`select setval('transfers_id_seq', (select max(id) + 1 from transfers_0), false)`)
}

/** Gives every player who has no round yet this many rounds of the last days, which returned their stakes. */
export async function historyOf(db: Db, rounds: number): Promise<void> {
  const recent = `select w.user_id, w.cash, n, t.at, round_id_at(t.at) || left(md5(w.user_id || n), 20) as id
    from wallets w cross join generate_series(1, ${rounds}) n
    cross join lateral (select now() - (${rounds} - n) * interval '10 minutes' as at) t
    where w.bet_sum = 0`
  await db.tx(async (tx) => {
    await tx.query(
      `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, multiplier, params, outcome, created_at,
        settled_at)
       select id, user_id, 'dice', 'cash', ${stake}, ${stake}, 'settled', 1, '{"direction": "over", "chance": 50}',
         '{"roll": 1}', at, at from (${recent}) r`,
    )
    await tx.query(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       select 'stake:round:' || id, 'play', user_id, 'round', id,
         '{"stake": ${stake}, "payout": ${stake}, "wallet": "cash", "counted": ${stake}}',
         '{cash,house_games,house_games,cash}', '{${-stake},${stake},${-stake},${stake}}',
         array[cash - ${stake}, null, null, cash], at from (${recent}) r order by n`,
    )
    await tx.query(
      `insert into bet_days (user_id, day, game, stakes, cash_loss)
       select user_id, ledger_day(at), 'dice', ${stake} * count(*), 0 from (${recent}) r group by 1, 2`,
    )
    await tx.query(`update wallets set bet_sum = ${stake * rounds} where bet_sum = 0`)
  })
}
