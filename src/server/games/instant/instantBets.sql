-- Posts bets whose outcomes are already drawn in one statement. A single bet costs the database as much as a whole batch,
-- so batching is what makes many bets cheap (games/instant/InstantBets.ts). Several bets of one player follow each other:
-- each is checked against the wallet as the earlier ones leave it. A batch of different players, which is the usual one,
-- needs no such sums: it has statements of its own, which cost a quarter less.
--
-- It posts only ordinary bets: a live session, a player without a pause or a limit on losses or time, a new key, seeds
-- with the expected nonce, enough money, no bonus to release, no level to reach. It returns the positions (1, 2, ...)
-- of the bets that it posted. The others had no effect, and the caller plays them one by one, with all the rules. After a
-- bet that is not posted, no later one of the same player is.
-- Locked wallets are skipped, so that one player cannot stall the others.
drop function if exists play_instant_bets;
create function play_instant_bets(
  p_sessions text[], p_users text[], p_keys text[], p_routes text[], p_body_hashes text[], p_responses text[],
  p_games text[], p_wallets text[], p_rounds text[], p_stakes bigint[], p_payouts bigint[], p_counted bigint[],
  p_params text[], p_outcomes text[], p_multipliers numeric[],
  p_pairs text[], p_nonces bigint[],
  -- The sum of settled bets at which the player reaches the next level, given p_deposit_sums.
  p_deposit_sums bigint[], p_level_bets bigint[],
  -- Whether to move the game to the front of the player's recently played games.
  p_marks boolean[],
  p_at timestamptz
) returns integer[] language plpgsql
-- The plan is made once per connection, possibly while the tables are still small. These settings make it suit large
-- tables.
set plan_cache_mode = force_generic_plan
set join_collapse_limit = 1 set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  played integer[];
  -- Every bet is of another player. Most batches are like that, and need no running sums.
  are_distinct constant boolean := cardinality(p_users) = 1
    or cardinality(p_users) = (select count(distinct player) from unnest(p_users) as player);
begin
  if are_distinct then
    with bet as materialized (
      select b.i, b.pair, b.nonce
      from unnest(p_sessions, p_users, p_keys, p_games, p_wallets, p_stakes, p_counted, p_pairs, p_nonces,
          p_deposit_sums, p_level_bets)
        with ordinality as b (session, user_id, key, game, wallet, stake, counted, pair, nonce, deposit_sum, level_bets,
          i)
      join wallets w on w.user_id = b.user_id
      join sessions s on s.id = b.session and s.user_id = b.user_id and s.revoked_at is null and s.expires_at > p_at
      join users u on u.id = b.user_id and (u.excluded_until is null or u.excluded_until <= p_at)
      join games g on g.code = b.game and g.enabled
      where ledger_can_play(case b.wallet when 'cash' then w.cash else w.bonus end, b.stake, w.release_due,
          w.turnover_left, b.counted)
        and w.deposit_sum = b.deposit_sum
        and w.bet_sum - w.hold_round_cash - w.hold_round_bonus + b.stake < b.level_bets
        and not exists (select from player_limits l where l.user_id = b.user_id and l.kind in ('loss', 'time'))
        and not exists (select from idempotency_keys k where k.user_id = b.user_id and k.key = b.key)
      order by w.user_id
      for no key update of w skip locked
    ), taken as (
      update seed_pairs p set nonce = p.nonce + 1 from bet b
        where p.id = b.pair and p.active and p.nonce = b.nonce
        returning b.i
    )
    select coalesce(array_agg(i), '{}') into played from taken;
  else
    with allowed as materialized (
      select b.i, b.user_id, b.wallet, b.stake, b.payout, b.counted, b.pair, b.nonce, b.level_bets,
        w.release_due, w.turnover_left, p.nonce as next_nonce,
        case b.wallet when 'cash' then w.cash else w.bonus end as balance,
        w.bet_sum - w.hold_round_cash - w.hold_round_bonus as bet_sum
      from unnest(p_sessions, p_users, p_keys, p_games, p_wallets, p_stakes, p_payouts, p_counted, p_pairs, p_nonces,
          p_deposit_sums, p_level_bets)
        with ordinality as b (session, user_id, key, game, wallet, stake, payout, counted, pair, nonce, deposit_sum,
          level_bets, i)
      join wallets w on w.user_id = b.user_id
      join seed_pairs p on p.id = b.pair and p.active
      join sessions s on s.id = b.session and s.user_id = b.user_id and s.revoked_at is null and s.expires_at > p_at
      join users u on u.id = b.user_id and (u.excluded_until is null or u.excluded_until <= p_at)
      join games g on g.code = b.game and g.enabled
      where w.deposit_sum = b.deposit_sum
        and not exists (select from player_limits l where l.user_id = b.user_id and l.kind in ('loss', 'time'))
        and not exists (select from idempotency_keys k where k.user_id = b.user_id and k.key = b.key)
      order by w.user_id
      for no key update of w skip locked
    ), checked as (
      select i, user_id, pair, nonce,
        ledger_can_play(
            (balance - (payout - stake) + case wallet
              when 'cash' then sum(case wallet when 'cash' then payout - stake else 0 end) over so_far
              else sum(case wallet when 'cash' then 0 else payout - stake end) over so_far end)::bigint,
            stake, release_due, greatest(turnover_left - (sum(counted) over so_far - counted), 0)::bigint, counted)
          and bet_sum + sum(stake) over so_far < level_bets
          -- A bet that is not allowed is missing here, and its nonce with it.
          and nonce = next_nonce + row_number() over so_far - 1 as ok
      from allowed
      window so_far as (partition by user_id order by i rows unbounded preceding)
    ), bet as materialized (
      select i, pair, nonce
      from (
        select *, bool_and(ok) over (partition by user_id order by i rows unbounded preceding) as is_posted from checked) c
      where is_posted
    ), taken as (
      update seed_pairs p set nonce = p.nonce + b.bets
      from (select pair, count(*) as bets, min(nonce) as first from bet group by pair) b
      where p.id = b.pair and p.active and p.nonce = b.first
      returning p.id
    )
    select coalesce(array_agg(i), '{}') into played from bet where pair in (select id from taken);
  end if;
  if played = '{}' then return played; end if;

  if are_distinct then
    perform ledger_play(played, p_users, p_rounds, p_games, p_wallets, p_stakes, p_payouts, p_counted, p_at);
  else
    perform ledger_play_in_order(played, p_users, p_rounds, p_games, p_wallets, p_stakes, p_payouts, p_counted, p_at);
  end if;

  with bet as materialized (
    select * from unnest(p_users, p_keys, p_routes, p_body_hashes, p_responses, p_games, p_wallets, p_rounds, p_stakes,
        p_payouts, p_params, p_outcomes, p_multipliers, p_pairs, p_nonces, p_marks)
      with ordinality as b (user_id, key, route, body_hash, response, game, wallet, round, stake, payout, params,
        outcome, multiplier, pair, nonce, mark, i)
    where i = any(played)
  ), keyed as (
    insert into idempotency_keys (user_id, key, route, body_hash, status, response)
      select user_id, key, route, body_hash, 200, response from bet
  ), marked as (
    insert into recently_played (user_id, game, played_at) select distinct user_id, game, p_at from bet where mark
      on conflict (user_id, game) do update set played_at = excluded.played_at
  )
  insert into game_rounds (id, user_id, game, wallet, stake, payout, status, params, outcome, multiplier, seed_pair_id,
      nonce, created_at, settled_at)
    select round, user_id, game, wallet, stake, payout, 'settled', params::jsonb, outcome::jsonb, multiplier, pair, nonce,
      p_at, p_at
    from bet;
  return played;
end $$;
