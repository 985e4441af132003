-- Ledger number 21. A change to this script, games/instant/instantBets.sql, db/partitions.sql or db/rights.sql needs the
-- next number: a program refuses a database whose ledger has a higher number (db/migrate.ts).
--
-- The ledger's functions and views. ledger_post makes every posting; the other functions say what to post.
--
-- A key is posted once across all partitions of `transfers` (db/partitions.sql). Within a partition a unique index
-- enforces this. ledger_post looks the key up in the other partitions. No posting with the same key can be in progress
-- there, because no partition is added while an open transaction uses the table.

drop view if exists ledger_violations, ledger_accounts;
drop function if exists play_instant_bets, play_instant_bets_of, ledger_adjust, ledger_close_withdrawal,
  ledger_close_round, ledger_close_part, ledger_cashed_stake, ledger_begins_pause, ledger_ending, ledger_with_ending, ledger_play, ledger_play_in_order, ledger_can_play,
  ledger_open_accounts, ledger_post_one, ledger_post, ledger_next_id, ledger_known, ledger_day, player_shard;
drop type if exists ledger_result, ledger_posting;

create type ledger_posting as (
  key text, kind ledger_kind, user_id text, ref_type text, ref_id text, args jsonb,
  accounts ledger_account[], amounts bigint[],
  -- The signed change of the turnover; a reduction stops at zero.
  turnover bigint,
  deposited bigint, withdrawn bigint, bet bigint,
  -- The game of a settled bet.
  game text,
  actor_kind ledger_actor, actor_id text
);

-- `outcome` is one of
--   posted
--   replayed      same key, same request: no effect
--   conflict      same key, different request: no effect
--   insufficient  not enough money: no effect
--   skipped       an earlier posting of this player in the same call was not posted: no effect
--   unknown       nothing to settle, refund or complete
-- The rest is the wallet afterwards.
create type ledger_result as (
  outcome text,
  cash bigint, bonus bigint, hold_withdrawal bigint, hold_round_cash bigint, hold_round_bonus bigint,
  turnover_left bigint, deposit_sum bigint, withdraw_sum bigint, bet_sum bigint, version bigint
);

-- The day (Brasília) on which a posting counts in bet_days.
create function ledger_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'America/Sao_Paulo')::date
$$;

-- Which part of the players this one belongs to: there is one part only, unless db/distributed/020.functions.sql says
-- otherwise.
create function player_shard(p_user text) returns bigint language sql stable as $$ select 0::bigint $$;

-- The id of a wallet's next posting, higher than that of its last one, which is the wallet's version. The sequence counts
-- for all players; where they are spread over nodes, db/distributed/020.functions.sql replaces this function.
create function ledger_next_id(p_version bigint) returns bigint language sql as $$
  select nextval('transfers_id_seq')
$$;

-- Makes postings, one after the other; returns a result for each, in their order. It locks the players' wallets. Each
-- posting applies its entries in order (no account may go below zero in between), adds the transfer with its entries
-- unless its key exists, and changes the wallet. The tables are read and written once for all of them.
create function ledger_post(p_postings ledger_posting[], p_at timestamptz) returns ledger_result[]
language plpgsql security definer set search_path = public, pg_temp
-- The plan is made once per connection, possibly while the tables are still small. These settings make it suit large
-- tables.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  p ledger_posting;
  results ledger_result[] := '{}';
  result text;
  -- The wallets, with their players in the same order.
  all_wallets wallets[];
  players text[] := '{}';
  place integer;
  w wallets;
  -- Transfers with one of the keys: those from before, then the new ones.
  rows transfers[];
  keys text[] := '{}';
  earlier integer;
  known transfers;
  days bet_days[] := '{}';
  refused text[] := '{}';
  balances bigint[];
  after bigint;
  cash_before bigint;
  -- R$ 0.10: less cannot be staked (contract/games/gameCodes.ts).
  least_stake constant bigint := 10;
  -- What the posting has won in cash, of which a debt takes its part.
  won bigint;
  paid_off bigint;
  turnover bigint;
  inserted integer;
  was_empty boolean;
begin
  foreach p in array p_postings loop
    players := players || p.user_id;
    keys := keys || p.key;
    if p.actor_kind is null or p.actor_id is null then raise exception 'a posting without an actor: %', p.key; end if;
  end loop;
  all_wallets := array(select t from wallets t where t.user_id = any(players) order by t.user_id for no key update);
  rows := array(select t from transfers t where t.key = any(keys));
  players := '{}';
  foreach w in array all_wallets loop players := players || w.user_id; end loop;
  keys := '{}';
  foreach known in array rows loop keys := keys || known.key; end loop;
  earlier := cardinality(keys);

  foreach p in array p_postings loop
    place := array_position(players, p.user_id);
    if place is null then raise exception 'no wallet: %', p.user_id; end if;
    w := all_wallets[place];

    if p.key = any(keys) then
      known := rows[array_position(keys, p.key)];
      result := case when known.kind = p.kind and known.user_id = p.user_id and known.args = p.args
        then 'replayed' else 'conflict' end;
    elsif p.user_id = any(refused) then
      result := 'skipped';
    -- Cash that is locked by turnover cannot be withdrawn.
    elsif p.kind = 'withdrawal' and -p.amounts[1] > w.cash - least(w.cash, w.turnover_left) then
      result := 'insufficient';
    else
      result := 'posted';
      cash_before := w.cash;
      won := 0;
      was_empty := w.cash < least_stake and w.bonus < least_stake and w.hold_round_cash = 0 and w.hold_round_bonus = 0;
      balances := '{}';
      for i in 1 .. cardinality(p.accounts) loop
        after := null;
        if p.accounts[i] < 'house_provider' then
          case p.accounts[i]
            when 'cash' then w.cash := w.cash + p.amounts[i]; after := w.cash;
            when 'bonus' then w.bonus := w.bonus + p.amounts[i]; after := w.bonus;
            when 'hold_withdrawal' then
              w.hold_withdrawal := w.hold_withdrawal + p.amounts[i]; after := w.hold_withdrawal;
            when 'hold_round_cash' then
              w.hold_round_cash := w.hold_round_cash + p.amounts[i]; after := w.hold_round_cash;
            when 'hold_round_bonus' then
              w.hold_round_bonus := w.hold_round_bonus + p.amounts[i]; after := w.hold_round_bonus;
          end case;
          if after < 0 then
            result := 'insufficient';
            w := all_wallets[place];
            exit;
          end if;
        end if;
        if p.accounts[i] = 'house_debts' and p.kind::text = 'debt' then w.debt := w.debt - p.amounts[i]; end if;
        balances := balances || after;
      end loop;
    end if;

    if result = 'posted' then
      turnover := greatest(p.turnover, -w.turnover_left);
      -- Whoever has lost everything owes no turnover: it would lock the next deposit for a bonus that is gone. A suspended prize
      -- is not lost; the suspension of a bet that is being lost holds none.
      if w.turnover_left > 0 and (
          p.kind in ('settle', 'play') and w.cash < least_stake and w.bonus < least_stake
            and w.hold_round_cash = 0 and w.hold_round_bonus = 0
          or p.kind in ('deposit', 'voucher') and was_empty) then
        if w.hold_withdrawal = 0
            or not exists (
              select from prize_suspensions s where s.user_id = p.user_id and s.ended_at is null and s.amount > 0) then
          turnover := case when p.kind in ('deposit', 'voucher') then p.turnover else 0 end - w.turnover_left;
        end if;
      end if;
      w.version := ledger_next_id(w.version);
      w.deposit_sum := w.deposit_sum + p.deposited;
      w.withdraw_sum := w.withdraw_sum + p.withdrawn;
      w.bet_sum := w.bet_sum + p.bet;
      if p.kind in ('stake', 'settle', 'refund', 'play', 'correct') then
        w.cash_net_loss := w.cash_net_loss + cash_before - w.cash;
      end if;
      rows := rows || row(w.version, p.key, p.kind, p.user_id, p.ref_type, p.ref_id, p.args, p.accounts, p.amounts,
        balances, turnover, p_at, p.actor_kind, p.actor_id)::transfers;
      keys := keys || p.key;
      if p.kind in ('settle', 'play', 'correct') then
        if p.args ->> 'wallet' = 'cash' then
          won := (p.args ->> 'payout')::bigint - (p.args ->> 'stake')::bigint;
        end if;
        days := days || row(p.user_id, ledger_day(p_at), p.game, (p.args ->> 'stake')::bigint,
          case p.args ->> 'wallet' when 'cash' then (p.args ->> 'stake')::bigint - (p.args ->> 'payout')::bigint
            else 0 end)::bet_days;
      end if;

      -- Turnover that an adjustment ends releases nothing, and what was due when a pause begins ends with it. Any other adjustment
      -- leaves what is due as it is.
      if w.turnover_left + turnover > 0
          or p.kind = 'adjust' and (turnover < 0 or ledger_begins_pause(p.ref_type, p.ref_id)) then
        w.release_due := false;
      elsif w.turnover_left > 0 then
        w.release_due := true;
      end if;
      w.turnover_left := w.turnover_left + turnover;

      -- The turnover is met and no round is open: what is left in the bonus wallet becomes cash.
      if w.release_due and w.hold_round_cash = 0 and w.hold_round_bonus = 0 then
        w.release_due := false;
        if w.bonus > 0 then
          w.cash := w.cash + w.bonus;
          keys := keys || ('release:' || w.version);
          rows := rows || row(ledger_next_id(w.version), 'release:' || w.version, 'release', p.user_id, 'transfer',
            w.version::text, jsonb_build_object('amount', w.bonus), '{bonus,cash}', array[-w.bonus, w.bonus],
            array[0, w.cash], 0, p_at, p.actor_kind, p.actor_id)::transfers;
          w.version := (rows[cardinality(rows)]).id;
          won := greatest(won, 0) + w.bonus;
          w.bonus := 0;
        end if;
      end if;

      -- What is won pays off what the player owes.
      paid_off := least(w.debt, won, w.cash);
      if paid_off > 0 then
        w.cash := w.cash - paid_off;
        w.debt := w.debt - paid_off;
        keys := keys || ('debt:' || w.version);
        rows := rows || row(ledger_next_id(w.version), 'debt:' || w.version, 'debt', p.user_id, 'debt',
          w.version::text, jsonb_build_object('amount', -paid_off), '{cash,house_debts}', array[-paid_off, paid_off],
          array[w.cash, null], 0, p_at, p.actor_kind, p.actor_id)::transfers;
        w.version := (rows[cardinality(rows)]).id;
      end if;
      all_wallets[place] := w;
    elsif result <> 'replayed' then
      refused := refused || p.user_id;
    end if;
    results := results || row(result, w.cash, w.bonus, w.hold_withdrawal, w.hold_round_cash, w.hold_round_bonus,
      w.turnover_left, w.deposit_sum, w.withdraw_sum, w.bet_sum, w.version)::ledger_result;
  end loop;
  if cardinality(keys) = earlier then return results; end if;

  with counted as (
    insert into bet_days as d (user_id, day, game, stakes, cash_loss)
      select user_id, day, game, sum(stakes), sum(cash_loss) from unnest(days) group by user_id, day, game
      on conflict (user_id, day, game) do update
        set stakes = d.stakes + excluded.stakes, cash_loss = d.cash_loss + excluded.cash_loss
  ), changed as (
    update wallets t set
      cash = n.cash, bonus = n.bonus, hold_withdrawal = n.hold_withdrawal,
      hold_round_cash = n.hold_round_cash, hold_round_bonus = n.hold_round_bonus,
      turnover_left = n.turnover_left, release_due = n.release_due,
      deposit_sum = n.deposit_sum, withdraw_sum = n.withdraw_sum,
      bet_sum = n.bet_sum, debt = n.debt, cash_net_loss = n.cash_net_loss, version = n.version
    from unnest(all_wallets) n where t.user_id = n.user_id
  )
  insert into transfers select * from unnest(rows[earlier + 1 :]) on conflict do nothing;
  get diagnostics inserted = row_count;
  if inserted <> cardinality(keys) - earlier then
    raise exception 'another player''s posting with the same key has just been made' using errcode = 'serialization_failure';
  end if;
  return results;
end $$;

-- Makes an empty wallet; returns whether there was none.
create function ledger_open_accounts(p_user text) returns boolean language plpgsql as $$
begin
  insert into wallets (user_id) values (p_user) on conflict do nothing;
  return found;
end $$;

-- Makes one posting of this player.
create function ledger_post_one(p_user text, p_posting ledger_posting, p_at timestamptz) returns ledger_result
language plpgsql as $$
begin
  return (ledger_post(array[p_posting], p_at))[1];
end $$;

-- What was cashed out of the stake of a ticket that is still open. The caller has locked the ticket.
create function ledger_cashed_stake(p_ref_id text) returns bigint language plpgsql as $$
declare
  cashed bigint := 0;
  part bigint;
  number integer := 1;
begin
  loop
    select (args ->> 'stake')::bigint into part from transfers where key = 'part:ticket:' || p_ref_id || ':' || number;
    if not found then return cashed; end if;
    cashed := cashed + part;
    number := number + 1;
  end loop;
end $$;

-- Whether an adjustment is that of a pause as it begins, and not one of what ends with it later, whose reference contains the key of
-- a posting or suspension.
create function ledger_begins_pause(p_ref_type text, p_ref_id text) returns boolean language sql immutable as $$
  select p_ref_type = 'pause' and strpos(p_ref_id, ':') = 0
$$;

-- What ends with a pause that began after the stake of a bonus, whenever the bet is settled: what comes back to the bonus wallet
-- goes to the house, so that no pause is a way around the turnover of a bonus. No posting for any other stake.
create function ledger_ending(
  staked transfers, p_key text, p_amount bigint, p_actor_kind ledger_actor, p_actor_id text
) returns ledger_posting[] language sql as $$
  select case when p_amount > 0 and staked.args ->> 'wallet' = 'bonus' and exists (
      select from transfers
        where user_id = staked.user_id and id > staked.id and kind = 'adjust' and ledger_begins_pause(ref_type, ref_id))
    then array[row('endBonuses:' || p_key, 'adjust', staked.user_id, 'pause', p_key,
      jsonb_build_object('amount', -p_amount, 'wallet', 'bonus'),
      array['bonus', 'house_bonus'], array[-p_amount, p_amount], 0, 0, 0, 0, '', p_actor_kind, p_actor_id)::ledger_posting]
    else array[]::ledger_posting[] end
$$;

-- The outcome of the first posting, with the wallet after the second one, if there was one. What is no longer in the bonus wallet,
-- because its turnover was met meanwhile, stays with the player.
create function ledger_with_ending(results ledger_result[]) returns ledger_result language sql immutable as $$
  select case when results[2].outcome = 'posted' then results[2] else results[1] end
$$;

-- Cashes out a part of the stake of an open ticket; the rest stays held. Each part has its number, from 1 without a gap.
create function ledger_close_part(
  p_user text, p_ref_id text, p_number integer, p_stake bigint, p_payout bigint, p_at timestamptz, p_counted bigint,
  p_actor_kind ledger_actor, p_actor_id text
) returns ledger_result language plpgsql as $$
declare
  staked transfers;
  wallet ledger_account;
  hold ledger_account;
  result ledger_result;
  posting ledger_posting;
  ending ledger_posting[];
begin
  select * into staked from transfers
    where key = 'stake:ticket:' || p_ref_id and kind = 'stake' and user_id = p_user;
  if not found or exists (select from transfers where key = 'close:ticket:' || p_ref_id)
      or p_number > 1 and not exists (
        select from transfers where key = 'part:ticket:' || p_ref_id || ':' || p_number - 1) then
    result.outcome := 'unknown';
    return result;
  end if;
  if p_counted > p_stake then raise exception 'more counted than staked: % of %', p_counted, p_stake; end if;
  if not exists (select from transfers where key = 'part:ticket:' || p_ref_id || ':' || p_number)
      and p_stake >= (staked.args ->> 'amount')::bigint - ledger_cashed_stake(p_ref_id) then
    raise exception 'no part of what is left of ticket %: %', p_ref_id, p_stake;
  end if;
  wallet := staked.args ->> 'wallet';
  hold := case wallet when 'cash' then 'hold_round_cash' else 'hold_round_bonus' end;
  posting := row('part:ticket:' || p_ref_id || ':' || p_number, 'settle',
    p_user, 'ticket', p_ref_id,
    jsonb_build_object('stake', p_stake, 'payout', p_payout, 'wallet', wallet, 'counted', p_counted),
    array[hold, 'house_games', 'house_games', wallet], array[-p_stake, p_stake, -p_payout, p_payout],
    -greatest(p_counted + staked.turnover * p_stake / (staked.args ->> 'amount')::bigint, 0), 0, 0, 0, 'sports',
    p_actor_kind, p_actor_id)::ledger_posting;
  ending := ledger_ending(staked, posting.key, p_payout, p_actor_kind, p_actor_id);
  if cardinality(ending) > 0 then posting.turnover := 0; end if;
  return ledger_with_ending(ledger_post(posting || ending, p_at));
end $$;

-- Closes a held stake, once. p_kind is settle (pays out to the wallet that the stake came from) or refund (as if it had
-- never been staked). p_counted is the part of a settled stake that counts for the turnover, null for all of it. Stakes
-- held by versions without weights have already counted.
create function ledger_close_round(
  p_kind ledger_kind, p_user text, p_ref_type text, p_ref_id text, p_payout bigint, p_wallet text,
  p_at timestamptz, p_counted bigint, p_game text, p_actor_kind ledger_actor, p_actor_id text
) returns ledger_result language plpgsql as $$
declare
  staked transfers;
  stake bigint;
  counted bigint;
  turned bigint;
  wallet ledger_account;
  hold ledger_account;
  result ledger_result;
  posting ledger_posting;
  ending ledger_posting[];
begin
  select * into staked from transfers
    where key = 'stake:' || p_ref_type || ':' || p_ref_id and kind = 'stake' and user_id = p_user;
  if not found or (p_wallet is not null and p_wallet <> staked.args ->> 'wallet') then
    result.outcome := 'unknown';
    return result;
  end if;
  stake := (staked.args ->> 'amount')::bigint;
  turned := staked.turnover;
  if p_ref_type = 'ticket' then
    stake := stake - ledger_cashed_stake(p_ref_id);
    turned := turned * stake / (staked.args ->> 'amount')::bigint;
  end if;
  wallet := staked.args ->> 'wallet';
  hold := case wallet when 'cash' then 'hold_round_cash' else 'hold_round_bonus' end;
  if p_kind = 'refund' then
    posting := row('close:' || p_ref_type || ':' || p_ref_id, p_kind,
      p_user, p_ref_type, p_ref_id,
      jsonb_build_object('stake', stake, 'wallet', wallet),
      array[hold, wallet], array[-stake, stake], -turned, 0, 0, -stake, '',
      p_actor_kind, p_actor_id)::ledger_posting;
    ending := ledger_ending(staked, posting.key, stake, p_actor_kind, p_actor_id);
    if cardinality(ending) > 0 then posting.turnover := 0; end if;
    return ledger_with_ending(ledger_post(posting || ending, p_at));
  end if;
  counted := coalesce(p_counted, stake);
  if counted > stake then raise exception 'more counted than staked: % of %', counted, stake; end if;
  posting := row('close:' || p_ref_type || ':' || p_ref_id, p_kind,
    p_user, p_ref_type, p_ref_id,
    jsonb_build_object('stake', stake, 'payout', p_payout, 'wallet', wallet, 'counted', counted),
    case p_payout when 0 then array[hold, 'house_games']
      else array[hold, 'house_games', 'house_games', wallet] end,
    case p_payout when 0 then array[-stake, stake] else array[-stake, stake, -p_payout, p_payout] end,
    -greatest(counted + turned, 0), 0, 0, 0, p_game, p_actor_kind, p_actor_id)::ledger_posting;
  ending := ledger_ending(staked, posting.key, p_payout, p_actor_kind, p_actor_id);
  if cardinality(ending) > 0 then posting.turnover := 0; end if;
  return ledger_with_ending(ledger_post(posting || ending, p_at));
end $$;

-- Closes a held withdrawal, once. p_kind is withdrawal_paid (the house keeps the fee) or withdrawal_back (the money
-- returns to the cash wallet).
create function ledger_close_withdrawal(
  p_kind ledger_kind, p_user text, p_ref_id text, p_fee bigint, p_at timestamptz,
  p_actor_kind ledger_actor, p_actor_id text
) returns ledger_result language plpgsql as $$
declare
  held transfers;
  amount bigint;
  result ledger_result;
  posting ledger_posting;
begin
  select * into held from transfers
    where key = 'hold:withdrawal:' || p_ref_id and kind = 'withdrawal' and user_id = p_user;
  if not found then
    result.outcome := 'unknown';
    return result;
  end if;
  amount := (held.args ->> 'amount')::bigint;
  if p_kind = 'withdrawal_back' then
    posting := row('close:withdrawal:' || p_ref_id, p_kind,
      p_user, 'withdrawal', p_ref_id,
      jsonb_build_object('amount', amount),
      array['hold_withdrawal', 'cash']::ledger_account[], array[-amount, amount], 0, 0, 0, 0, '',
      p_actor_kind, p_actor_id)::ledger_posting;
    return (ledger_post(array[posting], p_at))[1];
  end if;
  if p_fee > amount then raise exception 'fee % above the amount %', p_fee, amount; end if;
  posting := row('close:withdrawal:' || p_ref_id, p_kind,
    p_user, 'withdrawal', p_ref_id,
    jsonb_build_object('amount', amount, 'fee', p_fee),
    array_remove(array['hold_withdrawal', case when p_fee < amount then 'house_payout' end,
      case when p_fee > 0 then 'house_fees' end], null)::ledger_account[],
    array_remove(array[-amount, amount - p_fee, p_fee], 0), 0, 0, amount, 0, '',
    p_actor_kind, p_actor_id)::ledger_posting;
  return (ledger_post(array[posting], p_at))[1];
end $$;

-- Every account with the sum of its entries (`replayed`) and its balance: the stored one for a player's account, the
-- sum for a house account, which stores none.
create view ledger_accounts as
select coalesce(kept.user_id, replay.user_id) as user_id,
  coalesce(kept.account, replay.account) as account,
  coalesce(replay.balance, 0) as replayed,
  coalesce(kept.balance, case when replay.user_id is null then replay.balance end, 0) as balance
from (
  select w.user_id, a.account, a.balance
  from wallets w cross join lateral (values
    ('cash'::ledger_account, w.cash), ('bonus', w.bonus), ('hold_withdrawal', w.hold_withdrawal),
    ('hold_round_cash', w.hold_round_cash), ('hold_round_bonus', w.hold_round_bonus)
  ) as a (account, balance)
) kept full join (
  select user_id, account, sum(amount)::bigint as balance from entries group by user_id, account
) replay on replay.user_id = kept.user_id and replay.account = kept.account;

-- Every inconsistency of the ledger; empty when it is consistent.
create view ledger_violations as
select 'wallet is not the sum of its entries' as rule, user_id || ' ' || account as what
  from ledger_accounts where balance <> replayed
union all
select 'negative balance', user_id || ' ' || account
  from ledger_accounts where user_id is not null and replayed < 0
union all
select 'transfer does not sum to zero', transfer_id::text
  from entries group by transfer_id having sum(amount) <> 0
union all
select 'turnover is not the sum of its changes', w.user_id
  from wallets w
  where w.turnover_left <> (select coalesce(sum(t.turnover), 0) from transfers t where t.user_id = w.user_id)
union all
select 'debt is not the sum of its postings', w.user_id
  from wallets w
  where w.debt <> (
    select coalesce(sum((t.args ->> 'amount')::bigint), 0) from transfers t
    where t.user_id = w.user_id and t.kind::text = 'debt')
union all
select 'net loss is not the sum of the cash bets', w.user_id
  from wallets w
  where w.cash_net_loss <> (
    select coalesce(-sum(e.amount), 0) from transfers t
    cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
    where t.user_id = w.user_id and t.kind::text in ('stake', 'settle', 'refund', 'play', 'correct') and e.account = 'cash')
union all
select 'daily sums are not those of the settled bets', coalesce(d.user_id, b.user_id) || ' ' || coalesce(d.day, b.day)
  from (
    select user_id, day, sum(stakes) as stakes, sum(cash_loss) as cash_loss from bet_days group by 1, 2
  ) d full join (
    select user_id, ledger_day(at) as day, sum((args ->> 'stake')::bigint) as stakes,
      coalesce(sum((args ->> 'stake')::bigint - (args ->> 'payout')::bigint)
        filter (where args ->> 'wallet' = 'cash'), 0) as cash_loss
    from transfers where kind::text in ('settle', 'play', 'correct') group by 1, 2
  ) b on b.user_id = d.user_id and b.day = d.day
  where (d.stakes, d.cash_loss) is distinct from (b.stakes, b.cash_loss)
union all
select 'balance after an entry does not follow from the one before', e.transfer_id || ' ' || e.seq
  from (
    select transfer_id, seq, amount, balance_after,
      lag(balance_after, 1, 0::bigint) over (partition by user_id, account order by transfer_id, seq) as before
    from entries where user_id is not null
  ) e
  where e.balance_after <> e.before + e.amount;
