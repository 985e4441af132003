-- Ledger number 12. A change to this script, games/instant/instantBets.sql or db/partitions.sql needs the next number: a
-- program refuses a database whose ledger has a higher number (db/migrate.ts).
--
-- The ledger's functions and views.
--
-- Every posting locks the player's wallet row, applies the entries in order (no account may go below zero in between),
-- inserts the transfer with its entries unless its key exists, and updates the wallet, all in one round trip.
--
-- A key is posted once across all partitions of `transfers` (db/partitions.sql). Within a partition a unique index
-- enforces this. ledger_post looks the key up in the other partitions. No posting with the same key can be in progress
-- there, because no partition is added while an open transaction uses the table. ledger_play needs no lookup, because
-- its rounds are new.
--
-- `outcome` is one of
--   posted
--   replayed      same key, same request: no effect
--   conflict      same key, different request: no effect
--   insufficient  not enough money: no effect
--   unknown       nothing to settle, refund or complete

drop view if exists ledger_violations, ledger_accounts;
drop function if exists ledger_adjust, ledger_close_withdrawal, ledger_close_round,
  ledger_close_part, ledger_cashed_stake, ledger_play, ledger_play_in_order, ledger_can_play,
  ledger_post, ledger_known, ledger_day;
drop type if exists ledger_result;
create type ledger_result as (
  outcome text,
  cash bigint, bonus bigint, hold_withdrawal bigint, hold_round_cash bigint, hold_round_bonus bigint,
  turnover_left bigint, deposit_sum bigint, withdraw_sum bigint, bet_sum bigint
);

-- The day (Brasília) on which a posting counts in bet_days.
create function ledger_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'America/Sao_Paulo')::date
$$;

-- The outcome for a key that was posted before: replayed or conflict. Null if it was not.
create function ledger_known(p_key text, p_kind ledger_kind, p_user text, p_args jsonb)
returns text language sql stable as $$
  select case when kind = p_kind and user_id = p_user and args = p_args then 'replayed' else 'conflict' end
  from transfers where key = p_key
$$;

create function ledger_post(
  p_key text, p_kind ledger_kind, p_user text, p_ref_type text, p_ref_id text, p_args jsonb,
  p_accounts ledger_account[], p_amounts bigint[],
  -- The signed change of the turnover; a reduction stops at zero.
  p_turnover bigint, p_deposited bigint, p_withdrawn bigint, p_bet bigint,
  p_at timestamptz,
  -- The game of a settled bet.
  p_game text default ''
) returns ledger_result language plpgsql as $$
declare
  w wallets;
  result ledger_result;
  after bigint;
  balances bigint[] := '{}';
  turnover_change bigint;
  posted bigint;
begin
  select * into w from wallets where user_id = p_user for update;
  if not found then raise exception 'no wallet: %', p_user; end if;
  result := ('posted', w.cash, w.bonus, w.hold_withdrawal, w.hold_round_cash, w.hold_round_bonus,
    w.turnover_left, w.deposit_sum, w.withdraw_sum, w.bet_sum);

  -- Cash that is locked by turnover cannot be withdrawn.
  if p_kind = 'withdrawal' and -p_amounts[1] > w.cash - least(w.cash, w.turnover_left) then
    result.outcome := coalesce(ledger_known(p_key, p_kind, p_user, p_args), 'insufficient');
    return result;
  end if;

  for i in 1 .. cardinality(p_accounts) loop
    after := null;
    case p_accounts[i]
      when 'cash' then w.cash := w.cash + p_amounts[i]; after := w.cash;
      when 'bonus' then w.bonus := w.bonus + p_amounts[i]; after := w.bonus;
      when 'hold_withdrawal' then
        w.hold_withdrawal := w.hold_withdrawal + p_amounts[i]; after := w.hold_withdrawal;
      when 'hold_round_cash' then
        w.hold_round_cash := w.hold_round_cash + p_amounts[i]; after := w.hold_round_cash;
      when 'hold_round_bonus' then
        w.hold_round_bonus := w.hold_round_bonus + p_amounts[i]; after := w.hold_round_bonus;
      else null;
    end case;
    if after < 0 then
      result.outcome := coalesce(ledger_known(p_key, p_kind, p_user, p_args), 'insufficient');
      return result;
    end if;
    balances := balances || after;
  end loop;
  if p_kind in ('stake', 'settle', 'refund', 'play', 'correct') then
    w.cash_net_loss := w.cash_net_loss + result.cash - w.cash;
  end if;

  perform from transfers where key = p_key;
  if found then
    result.outcome := ledger_known(p_key, p_kind, p_user, p_args);
    return result;
  end if;
  turnover_change := greatest(p_turnover, -w.turnover_left);
  insert into transfers
      (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, turnover, at)
    values (p_key, p_kind, p_user, p_ref_type, p_ref_id, p_args, p_accounts, p_amounts, balances,
      turnover_change, p_at)
    on conflict do nothing returning id into posted;
  if posted is null then
    result.outcome := ledger_known(p_key, p_kind, p_user, p_args);
    return result;
  end if;

  if p_kind in ('settle', 'play', 'correct') then
    insert into bet_days as d (user_id, day, game, stakes, cash_loss)
      values (p_user, ledger_day(p_at), p_game, (p_args ->> 'stake')::bigint,
        case p_args ->> 'wallet' when 'cash' then (p_args ->> 'stake')::bigint - (p_args ->> 'payout')::bigint else 0 end)
      on conflict (user_id, day, game) do update
        set stakes = d.stakes + excluded.stakes, cash_loss = d.cash_loss + excluded.cash_loss;
  end if;

  if w.turnover_left + turnover_change > 0 or p_kind = 'adjust' then
    w.release_due := false;
  elsif w.turnover_left > 0 then
    w.release_due := true;
  end if;
  w.turnover_left := w.turnover_left + turnover_change;

  -- The turnover is met and no round is open: what is left in the bonus wallet becomes cash.
  if w.release_due and w.hold_round_cash = 0 and w.hold_round_bonus = 0 then
    w.release_due := false;
    if w.bonus > 0 then
      w.cash := w.cash + w.bonus;
      insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
        values ('release:' || posted, 'release', p_user, 'transfer', posted::text,
          jsonb_build_object('amount', w.bonus),
          '{bonus,cash}', array[-w.bonus, w.bonus], array[0, w.cash], p_at);
      w.bonus := 0;
    end if;
  end if;

  update wallets set
    cash = w.cash, bonus = w.bonus, hold_withdrawal = w.hold_withdrawal,
    hold_round_cash = w.hold_round_cash, hold_round_bonus = w.hold_round_bonus,
    turnover_left = w.turnover_left, release_due = w.release_due,
    deposit_sum = w.deposit_sum + p_deposited, withdraw_sum = w.withdraw_sum + p_withdrawn,
    bet_sum = w.bet_sum + p_bet, cash_net_loss = w.cash_net_loss
  where user_id = p_user;

  return ('posted', w.cash, w.bonus, w.hold_withdrawal, w.hold_round_cash, w.hold_round_bonus,
    w.turnover_left, w.deposit_sum + p_deposited, w.withdraw_sum + p_withdrawn, w.bet_sum + p_bet
  )::ledger_result;
end $$;

-- Whether ledger_play can post an instant bet: the balance covers the stake, and the bet turns no bonus into cash.
create function ledger_can_play(
  p_balance bigint, p_stake bigint, p_release_due boolean, p_turnover_left bigint, p_counted bigint
) returns boolean language sql immutable as $$
  select p_balance >= p_stake and not p_release_due and (p_turnover_left = 0 or p_turnover_left > p_counted)
$$;

-- Posts instant bets: those at the positions p_only of the arrays. Each is of a different player, whose wallet the
-- caller has locked and checked (ledger_can_play). Either all are posted or none: anything unexpected raises an
-- exception. The postings are those that ledger_post would make with the kind play.
create function ledger_play(
  p_only integer[], p_users text[], p_rounds text[], p_games text[], p_wallets text[], p_stakes bigint[],
  p_payouts bigint[], p_counted bigint[], p_at timestamptz
) returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  posted integer;
begin
  with moved as (
    update wallets w set
      cash = case b.wallet when 'cash' then w.cash - b.stake + b.payout else w.cash end,
      bonus = case b.wallet when 'bonus' then w.bonus - b.stake + b.payout else w.bonus end,
      turnover_left = greatest(w.turnover_left - b.counted, 0),
      bet_sum = w.bet_sum + b.stake,
      cash_net_loss = w.cash_net_loss + case b.wallet when 'cash' then b.stake - b.payout else 0 end
    from unnest(p_users, p_rounds, p_games, p_wallets, p_stakes, p_payouts, p_counted)
      with ordinality as b (user_id, round, game, wallet, stake, payout, counted, i)
      join wallets before on before.user_id = b.user_id
    where b.i = any(p_only) and w.user_id = b.user_id
      and ledger_can_play(case b.wallet when 'cash' then w.cash else w.bonus end, b.stake, w.release_due,
        w.turnover_left, b.counted)
    returning b.user_id, b.round, b.game, b.wallet::ledger_account as wallet, b.stake, b.payout, b.counted,
      case b.wallet when 'cash' then w.cash else w.bonus end as balance,
      before.turnover_left - w.turnover_left as turned
  ), summed as (
    insert into bet_days as d (user_id, day, game, stakes, cash_loss)
      select user_id, ledger_day(p_at), game, stake, case wallet when 'cash' then stake - payout else 0 end from moved
      on conflict (user_id, day, game) do update
        set stakes = d.stakes + excluded.stakes, cash_loss = d.cash_loss + excluded.cash_loss
  )
  insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, turnover, at)
    select 'stake:round:' || round, 'play', user_id, 'round', round,
      jsonb_build_object('stake', stake, 'payout', payout, 'wallet', wallet, 'counted', counted),
      case payout when 0 then array[wallet, 'house_games'] else array[wallet, 'house_games', 'house_games', wallet] end,
      case payout when 0 then array[-stake, stake] else array[-stake, stake, -payout, payout] end,
      case payout when 0 then array[balance, null] else array[balance - payout, null, null, balance] end,
      -turned, p_at
    from moved;
  get diagnostics posted = row_count;
  if posted <> cardinality(p_only) then
    raise exception 'only % of % bets could be posted', posted, cardinality(p_only);
  end if;
end $$;

-- Posts instant bets like ledger_play, but a player may have several: they are posted in their order. It costs a third
-- more where every bet is of another player, and half where four are of one.
create function ledger_play_in_order(
  p_only integer[], p_users text[], p_rounds text[], p_games text[], p_wallets text[], p_stakes bigint[],
  p_payouts bigint[], p_counted bigint[], p_at timestamptz
) returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  posted integer;
begin
  with bet as materialized (
    select b.*, w.release_due,
      -- Before the bet: after those of the player that precede it.
      (case b.wallet
          when 'cash' then w.cash + sum(case b.wallet when 'cash' then b.payout - b.stake else 0 end) over so_far
          else w.bonus + sum(case b.wallet when 'cash' then 0 else b.payout - b.stake end) over so_far end
        - (b.payout - b.stake))::bigint as balance,
      greatest(w.turnover_left - (sum(b.counted) over so_far - b.counted), 0)::bigint as turnover_left
    from unnest(p_users, p_rounds, p_games, p_wallets, p_stakes, p_payouts, p_counted)
      with ordinality as b (user_id, round, game, wallet, stake, payout, counted, i)
      join wallets w on w.user_id = b.user_id
    where b.i = any(p_only)
    window so_far as (partition by b.user_id order by b.i rows unbounded preceding)
  ), playable as materialized (
    select *, case wallet when 'cash' then stake - payout else 0 end as cash_loss, least(counted, turnover_left) as turned
    from bet where ledger_can_play(balance, stake, release_due, turnover_left, counted)
  ), moved as (
    update wallets w set
      cash = w.cash - b.cash_loss,
      bonus = w.bonus - b.loss + b.cash_loss,
      turnover_left = w.turnover_left - b.turned,
      bet_sum = w.bet_sum + b.stake,
      cash_net_loss = w.cash_net_loss + b.cash_loss
    from (
      select user_id, sum(stake) as stake, sum(stake - payout) as loss, sum(cash_loss) as cash_loss, sum(turned) as turned
      from playable group by user_id) b
    where w.user_id = b.user_id
  ), summed as (
    insert into bet_days as d (user_id, day, game, stakes, cash_loss)
      select user_id, ledger_day(p_at), game, sum(stake), sum(cash_loss) from playable group by user_id, game
      on conflict (user_id, day, game) do update
        set stakes = d.stakes + excluded.stakes, cash_loss = d.cash_loss + excluded.cash_loss
  )
  insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, turnover, at)
    select 'stake:round:' || round, 'play', user_id, 'round', round,
      jsonb_build_object('stake', stake, 'payout', payout, 'wallet', wallet, 'counted', counted),
      case payout when 0 then array[account, 'house_games'] else array[account, 'house_games', 'house_games', account] end,
      case payout when 0 then array[-stake, stake] else array[-stake, stake, -payout, payout] end,
      case payout when 0 then array[balance - stake, null]
        else array[balance - stake, null, null, balance - stake + payout] end,
      -turned, p_at
    from (select *, wallet::ledger_account as account from playable) b
    -- The order of a player's postings.
    order by i;
  get diagnostics posted = row_count;
  if posted <> cardinality(p_only) then
    raise exception 'only % of % bets could be posted', posted, cardinality(p_only);
  end if;
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

-- Cashes out a part of the stake of an open ticket; the rest stays held. Each part has its number, from 1 without a gap.
create function ledger_close_part(
  p_user text, p_ref_id text, p_number integer, p_stake bigint, p_payout bigint, p_at timestamptz, p_counted bigint
) returns ledger_result language plpgsql as $$
declare
  staked transfers;
  wallet ledger_account;
  hold ledger_account;
  result ledger_result;
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
  return ledger_post('part:ticket:' || p_ref_id || ':' || p_number, 'settle', p_user, 'ticket', p_ref_id,
    jsonb_build_object('stake', p_stake, 'payout', p_payout, 'wallet', wallet, 'counted', p_counted),
    array[hold, 'house_games', 'house_games', wallet], array[-p_stake, p_stake, -p_payout, p_payout],
    -greatest(p_counted + staked.turnover * p_stake / (staked.args ->> 'amount')::bigint, 0), 0, 0, 0, p_at, 'sports');
end $$;

-- Closes a held stake, once. p_kind is settle (pays out to the wallet that the stake came from) or refund (as if it had
-- never been staked). p_counted is the part of a settled stake that counts for the turnover, null for all of it. Stakes
-- held by versions without weights have already counted.
create function ledger_close_round(
  p_kind ledger_kind, p_user text, p_ref_type text, p_ref_id text, p_payout bigint, p_wallet text,
  p_at timestamptz, p_counted bigint default null, p_game text default ''
) returns ledger_result language plpgsql as $$
declare
  staked transfers;
  stake bigint;
  counted bigint;
  turned bigint;
  wallet ledger_account;
  hold ledger_account;
  result ledger_result;
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
    return ledger_post('close:' || p_ref_type || ':' || p_ref_id, p_kind, p_user, p_ref_type, p_ref_id,
      jsonb_build_object('stake', stake, 'wallet', wallet),
      array[hold, wallet], array[-stake, stake], -turned, 0, 0, -stake, p_at);
  end if;
  counted := coalesce(p_counted, stake);
  if counted > stake then raise exception 'more counted than staked: % of %', counted, stake; end if;
  return ledger_post('close:' || p_ref_type || ':' || p_ref_id, p_kind, p_user, p_ref_type, p_ref_id,
    jsonb_build_object('stake', stake, 'payout', p_payout, 'wallet', wallet, 'counted', counted),
    case p_payout when 0 then array[hold, 'house_games']
      else array[hold, 'house_games', 'house_games', wallet] end,
    case p_payout when 0 then array[-stake, stake] else array[-stake, stake, -p_payout, p_payout] end,
    -greatest(counted + turned, 0), 0, 0, 0, p_at, p_game);
end $$;

-- Closes a held withdrawal, once. p_kind is withdrawal_paid (the house keeps the fee) or withdrawal_back (the money
-- returns to the cash wallet).
create function ledger_close_withdrawal(
  p_kind ledger_kind, p_user text, p_ref_id text, p_fee bigint, p_at timestamptz
) returns ledger_result language plpgsql as $$
declare
  held transfers;
  amount bigint;
  result ledger_result;
begin
  select * into held from transfers
    where key = 'hold:withdrawal:' || p_ref_id and kind = 'withdrawal' and user_id = p_user;
  if not found then
    result.outcome := 'unknown';
    return result;
  end if;
  amount := (held.args ->> 'amount')::bigint;
  if p_kind = 'withdrawal_back' then
    return ledger_post('close:withdrawal:' || p_ref_id, p_kind, p_user, 'withdrawal', p_ref_id,
      jsonb_build_object('amount', amount),
      array['hold_withdrawal', 'cash']::ledger_account[], array[-amount, amount], 0, 0, 0, 0, p_at);
  end if;
  if p_fee > amount then raise exception 'fee % above the amount %', p_fee, amount; end if;
  return ledger_post('close:withdrawal:' || p_ref_id, p_kind, p_user, 'withdrawal', p_ref_id,
    jsonb_build_object('amount', amount, 'fee', p_fee),
    array_remove(array['hold_withdrawal', case when p_fee < amount then 'house_payout' end,
      case when p_fee > 0 then 'house_fees' end], null)::ledger_account[],
    array_remove(array[-amount, amount - p_fee, p_fee], 0), 0, 0, amount, 0, p_at);
end $$;

-- The sandbox sets balances and turnover to given values; null leaves a value as it is.
create function ledger_adjust(
  p_user text, p_ref_id text, p_cash bigint, p_bonus bigint, p_turnover bigint, p_at timestamptz
) returns ledger_result language plpgsql as $$
declare
  w wallets;
  cash_change bigint;
  bonus_change bigint;
begin
  select * into w from wallets where user_id = p_user for update;
  if not found then raise exception 'no wallet: %', p_user; end if;
  cash_change := coalesce(p_cash - w.cash, 0);
  bonus_change := coalesce(p_bonus - w.bonus, 0);
  return ledger_post('adjust:' || p_ref_id, 'adjust', p_user, 'adjust', p_ref_id,
    jsonb_strip_nulls(jsonb_build_object('cash', p_cash, 'bonus', p_bonus, 'turnover', p_turnover)),
    (case cash_change when 0 then '{}' else '{house_sandbox,cash}' end::ledger_account[])
      || (case bonus_change when 0 then '{}' else '{house_sandbox,bonus}' end::ledger_account[]),
    array_remove(array[-cash_change, cash_change, -bonus_change, bonus_change], 0),
    coalesce(p_turnover - w.turnover_left, 0), 0, 0, 0, p_at);
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
