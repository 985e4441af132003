-- Posts bets whose outcomes are already drawn in one statement. A single bet costs the database as much as a whole batch,
-- so batching is what makes many bets cheap (games/instant/InstantBets.ts). Several bets of one player follow each other:
-- each is checked against the wallet as the earlier ones leave it.
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
begin
  with wallet as materialized (
    select w.* from wallets w where w.user_id = any(p_users) order by w.user_id for no key update of w skip locked
  ), checked as (
    select b.i, b.user_id, b.pair, b.nonce,
      ledger_can_play(
          (case b.wallet when 'cash' then w.cash else w.bonus end
            + sum(b.payout - b.stake) over in_wallet - (b.payout - b.stake))::bigint,
          b.stake, w.release_due, greatest(w.turnover_left - (sum(b.counted) over of_player - b.counted), 0)::bigint,
          b.counted)
        and w.deposit_sum = b.deposit_sum
        and w.bet_sum - w.hold_round_cash - w.hold_round_bonus + sum(b.stake) over of_player < b.level_bets
        and row_number() over (partition by b.user_id, b.key order by b.i) = 1
        and exists (select from sessions s
          where s.id = b.session and s.user_id = b.user_id and s.revoked_at is null and s.expires_at > p_at)
        and exists (select from users u
          where u.id = b.user_id and (u.excluded_until is null or u.excluded_until <= p_at))
        and exists (select from games g where g.code = b.game and g.enabled)
        and not exists (select from player_limits l where l.user_id = b.user_id and l.kind in ('loss', 'time'))
        and not exists (select from idempotency_keys k where k.user_id = b.user_id and k.key = b.key) as ok
    from unnest(p_sessions, p_users, p_keys, p_games, p_wallets, p_stakes, p_payouts, p_counted, p_pairs, p_nonces,
        p_deposit_sums, p_level_bets)
      with ordinality as b (session, user_id, key, game, wallet, stake, payout, counted, pair, nonce, deposit_sum,
        level_bets, i)
    join wallet w on w.user_id = b.user_id
    window of_player as (partition by b.user_id order by b.i), in_wallet as (partition by b.user_id, b.wallet order by b.i)
  ), bet as materialized (
    select i, pair, nonce
    from (select *, bool_and(ok) over (partition by user_id order by i) as is_posted from checked) c
    where is_posted
  ), taken as (
    update seed_pairs p set nonce = p.nonce + b.bets
    from (select pair, count(*) as bets, min(nonce) as first, max(nonce) as last from bet group by pair) b
    where p.id = b.pair and p.active and p.nonce = b.first and b.last - b.first = b.bets - 1
    returning p.id
  )
  select coalesce(array_agg(i), '{}') into played from bet where pair in (select id from taken);
  if played = '{}' then return played; end if;

  perform ledger_play(played, p_users, p_rounds, p_games, p_wallets, p_stakes, p_payouts, p_counted, p_at);

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
