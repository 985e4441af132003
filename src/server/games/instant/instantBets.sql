-- Posts bets whose outcomes are already drawn in one statement. A single bet costs the database as much as a whole batch,
-- so batching is what makes many bets cheap (games/instant/InstantBets.ts). Several bets of one player follow each other:
-- each is checked against the wallet as the earlier ones leave it.
--
-- It plays only ordinary bets: a live session, a player without a pause, a suspension or a limit on losses, time or stakes, a new key, seeds
-- with the expected nonce, no level to reach, and a posting that the ledger makes. It returns the positions (1, 2, ...) of
-- the bets that it played, each with the wallet after it. The others had no effect, and the caller plays them one by one,
-- with all the rules. After a bet that is not played, no later one of the same player is.
-- Locked wallets are skipped, so that one player cannot stall the others.
create function play_instant_bets_of(
  -- One of the players. Where players are spread over nodes, all of a call are on this one's.
  p_user text,
  p_sessions text[], p_users text[], p_keys text[], p_routes text[], p_body_hashes text[], p_responses text[],
  p_games text[], p_wallets text[], p_rounds text[], p_stakes bigint[], p_payouts bigint[], p_counted bigint[],
  p_params text[], p_outcomes text[], p_multipliers numeric[],
  p_pairs text[], p_nonces bigint[],
  -- The sum of settled bets at which the player reaches the next level, given p_deposit_sums.
  p_deposit_sums bigint[], p_level_bets bigint[],
  -- Whether to move the game to the front of the player's recently played games.
  p_marks boolean[],
  p_at timestamptz,
  -- Where to publish the players' wallets (messaging/bus.ts); null: nowhere.
  p_channel text
) returns table (played integer, cash bigint, bonus bigint, deposit_sum bigint, bet_sum bigint, version bigint)
language plpgsql
-- The plan is made once per connection, possibly while the tables are still small. These settings make it suit large
-- tables.
set plan_cache_mode = force_generic_plan
set join_collapse_limit = 1 set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  positions integer[];
  postings ledger_posting[] := '{}';
  i integer;
  account ledger_account;
  stake bigint;
  payout bigint;
  results ledger_result[];
  positions_played integer[];
begin
  with allowed as materialized (
    select b.i, b.user_id, b.stake, b.nonce, b.level_bets, p.nonce as next_nonce,
      w.bet_sum - w.hold_round_cash - w.hold_round_bonus as settled_bets
    from unnest(p_sessions, p_users, p_keys, p_games, p_stakes, p_pairs, p_nonces, p_deposit_sums, p_level_bets)
      with ordinality as b (session, user_id, key, game, stake, pair, nonce, deposit_sum, level_bets, i)
    join wallets w on w.user_id = b.user_id and w.deposit_sum = b.deposit_sum
    join seed_pairs p on p.id = b.pair and p.active
    join sessions s on s.id = b.session and s.user_id = b.user_id and s.revoked_at is null and s.expires_at > p_at
    join users u on u.id = b.user_id and coalesce(greatest(u.excluded_until, u.suspended_until) <= p_at, true)
    join games g on g.code = b.game and g.enabled
    where not exists (select from player_limits l where l.user_id = b.user_id and l.kind in ('loss', 'time'))
      and not exists (select from house_limits l where l.user_id = b.user_id and l.kind <> 'deposit')
      and not exists (select from idempotency_keys k where k.user_id = b.user_id and k.key = b.key)
    order by w.user_id
    for no key update of w, p skip locked
  ), checked as (
    select i, user_id,
      settled_bets + sum(stake) over so_far < level_bets
        -- A bet that is not allowed is missing here, and its nonce with it.
        and nonce = next_nonce + row_number() over so_far - 1 as is_ordinary
    from allowed
    window so_far as (partition by user_id order by i rows unbounded preceding)
  ), bet as (
    select i, bool_and(is_ordinary) over (partition by user_id order by i rows unbounded preceding) as is_sent
    from checked
  )
  select array_agg(i order by i) into positions from bet where is_sent;
  if positions is null then return; end if;

  foreach i in array positions loop
    account := p_wallets[i];
    stake := p_stakes[i];
    payout := p_payouts[i];
    postings := postings || row('stake:round:' || p_rounds[i], 'play', p_users[i], 'round', p_rounds[i],
      jsonb_build_object('stake', stake, 'payout', payout, 'wallet', account, 'counted', p_counted[i]),
      case payout when 0 then array[account, 'house_games'] else array[account, 'house_games', 'house_games', account] end,
      case payout when 0 then array[-stake, stake] else array[-stake, stake, -payout, payout] end,
      -p_counted[i], 0, 0, stake, p_games[i], 'player', p_users[i])::ledger_posting;
  end loop;
  results := ledger_post(postings, p_at);
  for i in 1 .. cardinality(results) loop
    if (results[i]).outcome = 'posted' then
      played := positions[i];
      positions_played := positions_played || played;
      cash := (results[i]).cash;
      bonus := (results[i]).bonus;
      deposit_sum := (results[i]).deposit_sum;
      bet_sum := (results[i]).bet_sum;
      version := (results[i]).version;
      return next;
    end if;
  end loop;

  with bet as materialized (
    select * from unnest(p_users, p_keys, p_routes, p_body_hashes, p_responses, p_games, p_wallets, p_rounds, p_stakes,
        p_payouts, p_params, p_outcomes, p_multipliers, p_pairs, p_nonces, p_marks)
      with ordinality as b (user_id, key, route, body_hash, response, game, wallet, round, stake, payout, params,
        outcome, multiplier, pair, nonce, mark, i)
    where i = any(positions_played)
  ), taken as (
    update seed_pairs p set nonce = p.nonce + b.bets
      from (select pair, count(*) as bets from bet group by pair) b where p.id = b.pair
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

  if p_channel is not null then
    perform pg_notify(p_channel, json_build_object('type', 'wallet', 'userId', user_id, 'cash', cash, 'bonus', bonus,
        'depositSum', deposit_sum, 'betSum', bet_sum, 'version', version, 'isBet', true)::text)
    from (
      select distinct on (p.user_id) p.user_id, r.*
      from unnest(results) with ordinality r join unnest(postings) with ordinality p using (ordinality)
      where r.outcome = 'posted' order by p.user_id, r.version desc) w;
  end if;
end $$;

-- What programs of the release before call. They go on beside new ones while servers are replaced one by one; to be dropped
-- in the release after.
create function play_instant_bets(
  p_sessions text[], p_users text[], p_keys text[], p_routes text[], p_body_hashes text[], p_responses text[],
  p_games text[], p_wallets text[], p_rounds text[], p_stakes bigint[], p_payouts bigint[], p_counted bigint[],
  p_params text[], p_outcomes text[], p_multipliers numeric[],
  p_pairs text[], p_nonces bigint[],
  p_deposit_sums bigint[], p_level_bets bigint[],
  p_marks boolean[],
  p_at timestamptz,
  p_channel text
) returns table (played integer, cash bigint, bonus bigint, deposit_sum bigint, bet_sum bigint, version bigint)
language sql as $$
  select * from play_instant_bets_of(p_users[1], p_sessions, p_users, p_keys, p_routes, p_body_hashes, p_responses, p_games, p_wallets,
    p_rounds, p_stakes, p_payouts, p_counted, p_params, p_outcomes, p_multipliers, p_pairs, p_nonces, p_deposit_sums,
    p_level_bets, p_marks, p_at, p_channel)
$$;
