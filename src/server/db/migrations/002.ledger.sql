-- The ledger's tables. Only src/server/ledger writes them; its functions are in ledger/ledger.sql.

create type ledger_account as enum (
  'cash', 'bonus', 'hold_withdrawal', 'hold_round_cash', 'hold_round_bonus',
  'house_provider', 'house_games', 'house_bonus', 'house_fees', 'house_payout', 'house_sandbox'
);

create type ledger_kind as enum (
  'deposit', 'stake', 'settle', 'refund', 'play', 'bonus', 'release', 'adjust',
  'withdrawal', 'withdrawal_paid', 'withdrawal_back'
);

-- A player's accounts, one row: one lock, one write for each posting. House accounts keep no running
-- balance, so that no row is written by everybody; their balance is the sum of their entries.
create table wallets (
  user_id text primary key references users (id),
  cash bigint not null default 0,
  bonus bigint not null default 0,
  hold_withdrawal bigint not null default 0,
  hold_round_cash bigint not null default 0,
  hold_round_bonus bigint not null default 0,
  turnover_left bigint not null default 0,
  -- The turnover was met while a round was open: the bonus becomes cash when the last one closes.
  release_due boolean not null default false,
  deposit_sum bigint not null default 0,
  withdraw_sum bigint not null default 0,
  bet_sum bigint not null default 0,
  -- One check, not nine: each is read anew by every statement.
  constraint wallets_not_negative check (
    least(cash, bonus, hold_withdrawal, hold_round_cash, hold_round_bonus, turnover_left,
      deposit_sum, withdraw_sum, bet_sum) >= 0)
) with (fillfactor = 70);

-- Entries sum to zero, none is nothing, a player's account has a balance that is not negative, the house's none.
create function ledger_balanced(accounts ledger_account[], amounts bigint[], balances bigint[])
returns boolean language plpgsql immutable as $$
declare
  total bigint := 0;
begin
  if cardinality(accounts) <> cardinality(amounts) or cardinality(accounts) <> cardinality(balances) then
    return false;
  end if;
  for i in 1 .. cardinality(accounts) loop
    if amounts[i] = 0 then return false; end if;
    if accounts[i] < 'house_provider' then
      if balances[i] is null or balances[i] < 0 then return false; end if;
    elsif balances[i] is not null then
      return false;
    end if;
    total := total + amounts[i];
  end loop;
  return total = 0;
end $$;

-- A transfer and its entries are one row: there is no transfer without all of its entries, and that they
-- balance is a constraint. The view `entries` has them line by line.
create table transfers (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind ledger_kind not null,
  user_id text not null references wallets (user_id),
  ref_type text not null,
  ref_id text not null,
  -- What was asked for: the same key with something else is refused.
  args jsonb not null,
  -- Which accounts, what each one gets (signed cents), and a player's balance after it.
  accounts ledger_account[] not null,
  amounts bigint[] not null,
  balances bigint[] not null,
  -- Signed change of turnover_left; its sum is turnover_left.
  turnover bigint not null default 0,
  at timestamptz not null,
  constraint transfers_balanced check (ledger_balanced(accounts, amounts, balances))
);
create index transfers_user on transfers (user_id, id desc);

create view entries as
select t.id as transfer_id, e.seq::integer as seq, e.account,
  case when e.account < 'house_provider' then t.user_id end as user_id,
  e.amount, e.balance_after
from transfers t
cross join lateral unnest(t.accounts, t.amounts, t.balances)
  with ordinality as e (account, amount, balance_after, seq);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on %', tg_op, tg_table_name;
end $$;

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function ledger_refuse_change();
create trigger entries_append_only instead of insert or update or delete on entries
  for each row execute function ledger_refuse_change();
