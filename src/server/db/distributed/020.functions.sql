-- Functions whose work is on a player's node.
--
-- A statement that calls one of them with the player's id is sent to the node of that player, which is one round trip from the
-- coordinator. There the function of the same name in the schema of the player's shard does the work: on the shard's own
-- tables, as on a database of its own, so that its statements are planned once and not by Citus. The shard's schema has
-- a view for each table of the shard; its functions are copies of those in the schema `player_functions`, which are the
-- program's own (ledger.sql, instantBets.sql).

drop function if exists keep_shard_functions, drop_shard_functions, make_shard_entry, share_shard_entries, spread_functions,
  make_dispatcher, grant_shard_rights, make_node_entry, share_node_entry;
-- No program of an earlier release runs here, and its bets are of several players.
drop function if exists play_instant_bets;

-- The shard of a player, by the shard of the wallet.
create or replace function player_shard(p_user text) returns bigint language sql stable as $$
  select get_shard_id_for_distribution_column('wallets', p_user)
$$;

-- The node of a player, as the nodes know each other.
create or replace function player_node(p_user text) returns text language sql stable as $$
  select n.nodename || ':' || n.nodeport from pg_dist_placement p join pg_dist_node n using (groupid)
  where p.shardid = player_shard(p_user) and n.noderole = 'primary'
$$;

-- Microseconds since 2026: unique together with the player, because the wallet is locked; higher than the last one,
-- whatever the clocks of two nodes say; below 2^53 until the year 2311.
create or replace function ledger_next_id(p_version bigint) returns bigint language sql as $$
  select greatest(p_version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint - 1767225600000000)
$$;

-- Claims what only one player may have, as the player's row has it by now, and gives back what it no longer has. What another
-- player has is a unique violation of the index that one PostgreSQL has for it. Concurrent claims of the same wait for each other.
create or replace function keep_player_claims(p_user text) returns void language plpgsql as $$
declare
  kinds text[];
  claims text[];
  each record;
  owner text;
begin
  select array['users_email', 'users_email_canonical', 'users_invite_code', 'users_cpf_index', 'users_nickname_key'],
      array[lower(u.email), u.email_canonical, upper(u.invite_code), encode(u.cpf_index, 'hex'), u.nickname_key]
    into kinds, claims from users u where u.id = p_user;
  for each in select c.kind, c.claim from player_claims c where c.user_id = p_user and c.kind = any(kinds) loop
    if claims[array_position(kinds, each.kind)] is distinct from each.claim then
      delete from player_claims c where c.claim = each.claim and c.kind = each.kind;
    end if;
  end loop;
  for i in 1 .. cardinality(kinds) loop
    continue when claims[i] is null;
    insert into player_claims (kind, claim, user_id) values (kinds[i], claims[i], p_user) on conflict do nothing;
    select c.user_id into owner from player_claims c where c.claim = claims[i] and c.kind = kinds[i];
    if owner is distinct from p_user then
      raise exception 'another player has it: %', kinds[i] using errcode = 'unique_violation', constraint = kinds[i];
    end if;
  end loop;
end $$;

-- Claims a provider's number of a payment, which is that of one order only. It is never given back, as no order is deleted.
create or replace function claim_payment(p_user text, p_provider text, p_number text) returns void language plpgsql as $$
declare
  number constant text := p_provider || ':' || p_number;
  owner text;
begin
  insert into player_claims (kind, claim, user_id) values ('orders_pay_no', number, p_user) on conflict do nothing;
  select c.user_id into owner from player_claims c where c.claim = number and c.kind = 'orders_pay_no';
  if owner is distinct from p_user then
    raise exception 'another player has it: orders_pay_no' using errcode = 'unique_violation', constraint = 'orders_pay_no';
  end if;
end $$;

-- The same for every order that has one.
create or replace function claim_payments() returns void language sql as $$
  insert into player_claims (kind, claim, user_id)
  select 'orders_pay_no', o.provider || ':' || o.pay_no, o.user_id from orders o where o.pay_no <> ''
  on conflict do nothing
$$;

-- The claims of players whose rows have been copied here from a database of one node, which has no such table.
create or replace function claim_for_all() returns void language sql as $$
  insert into player_claims (kind, claim, user_id)
  select c.kind, c.claim, u.id from users u cross join lateral (values ('users_email', lower(u.email)),
    ('users_email_canonical', u.email_canonical), ('users_invite_code', upper(u.invite_code)),
    ('users_cpf_index', encode(u.cpf_index, 'hex')), ('users_nickname_key', u.nickname_key)) c (kind, claim)
  where c.claim is not null;
  select claim_payments()
$$;

-- Ids of postings say when they were made, so a partition is thirty days, and not a number of postings. Makes sure that the last
-- partition starts after them, or later. Returns the name of the partition that it added, or null.
create or replace function keep_transfer_partitions(p_size bigint) returns text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  -- What the number of a partition counts (transfer_partitions), and thirty days of it.
  partition_ids constant bigint := 1000000000;
  length constant bigint := 2592;
  next_number bigint := (ledger_next_id(0) / (length * partition_ids) + 1) * length;
  added text := 'transfers_' || next_number;
  last_one transfer_partitions;
begin
  for attempt in 1 .. 2 loop
    select * into last_one from transfer_partitions where to_id is null;
    if last_one.from_id >= next_number * partition_ids then return null; end if;
    -- The first check ran without the lock, so it is repeated under the lock.
    if attempt = 1 then lock table transfers in access exclusive mode; end if;
  end loop;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  execute format('alter table transfers detach partition %I', last_one.name);
  execute format('alter table transfers attach partition %I for values from (%s) to (%s)', last_one.name,
    case last_one.from_id when 0 then 'minvalue' else last_one.from_id::text end, next_number * partition_ids);
  execute format('create table %I partition of transfers for values from (%s) to (maxvalue)', added, next_number * partition_ids);
  return added;
end $$;

-- On a worker: makes the schemas of its shards again. To be called when functions or tables have changed, or shards have moved.
create function keep_shard_functions() returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  shard record;
  each record;
  schema text;
  made integer := 0;
begin
  -- What is made here belongs to this node.
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  perform drop_shard_functions();
  for shard in
    select s.shardid, s.shardminvalue from pg_dist_shard s join pg_dist_placement p using (shardid)
    where s.logicalrelid = 'wallets'::regclass and p.groupid = (select groupid from pg_dist_local_group)
  loop
    schema := 'shard_' || shard.shardid;
    execute format('create schema %I', schema);
    for each in
      select c.relname, shard_name(s.logicalrelid, s.shardid) as name
      from pg_dist_shard s join pg_dist_partition d using (logicalrelid) join pg_class c on c.oid = s.logicalrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and (
        d.repmodel = 't' or s.shardminvalue = shard.shardminvalue and d.colocationid = (
          select colocationid from pg_dist_partition where logicalrelid = 'wallets'::regclass))
    loop
      execute format('create view %I.%I as select * from %s', schema, each.relname, each.name);
    end loop;
    perform set_config('search_path', format('%I, public, pg_temp', schema), true);
    for each in
      select p.oid, p.proname, pg_get_function_identity_arguments(p.oid) as arguments, p.proconfig::text ~ 'search_path=' as has_path
      from pg_proc p where p.pronamespace = 'player_functions'::regnamespace
      -- Functions in SQL are checked when they are made.
      order by p.prolang <> (select oid from pg_language where lanname = 'plpgsql'), p.oid
    loop
      execute replace(replace(replace(pg_get_functiondef(each.oid), 'FUNCTION player_functions.', 'FUNCTION ' || schema || '.'),
        $path$ SET search_path TO 'public', 'pg_temp'$path$, format(' SET search_path TO %L, %L, %L', schema, 'public', 'pg_temp')),
        ' public.', ' ');
      if each.has_path is not true then
        execute format('alter function %I.%I(%s) set search_path = %I, public, pg_temp', schema, each.proname,
          replace(each.arguments, 'public.', ''), schema);
      end if;
    end loop;
    perform set_config('search_path', 'public, pg_temp', true);
    perform make_shard_entry(shard.shardid);
    made := made + 1;
  end loop;
  perform share_shard_entries();
  return made;
end $$;

-- A function by which the program plays a batch of bets of this shard on its node (games/instant/InstantBets.ts): unlike the function that
-- looks up the player's shard, its statement is planned once.
create function make_shard_entry(p_shard bigint) returns void language plpgsql as $make$
declare
  f pg_proc;
begin
  select * into strict f from pg_proc where pronamespace = 'player_functions'::regnamespace and proname = 'play_instant_bets_of';
  execute format($sql$
    create function public.play_shard_bets_%1$s(%2$s) returns %3$s language plpgsql
    security definer set search_path = public, pg_temp as $entry$
    begin
      -- As every statement that writes through Citus: while the shard moves to another node, it waits.
      perform lock_shard_metadata(5, array[%1$s]);
      return query select * from shard_%1$s.play_instant_bets_of(%4$s);
    end $entry$ $sql$,
    p_shard, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid),
    (select string_agg('$' || n, ', ' order by n) from generate_series(1, f.pronargs) n));
end $make$;

-- Who may play bets here may play those of each shard, who may read a table may read its part in each shard, and nobody else.
create function share_shard_entries() returns void language plpgsql as $$
declare
  each record;
begin
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  for each in
    select e.oid::regprocedure as entry, array(
      select a.grantee::regrole from pg_proc d cross join aclexplode(d.proacl) a
      where d.oid = to_regproc('public.play_instant_bets_of') and a.grantee <> 0 and a.privilege_type = 'EXECUTE') as roles
    from pg_proc e where e.pronamespace = 'public'::regnamespace and e.proname ~ '^play_shard_bets_'
  loop
    execute format('revoke execute on function %s from public', each.entry);
    if cardinality(each.roles) > 0 then
      execute format('grant execute on function %s to %s', each.entry, array_to_string(each.roles, ', '));
    end if;
  end loop;
  for each in
    select n.nspname, v.relname, a.grantee::regrole as role
    from pg_namespace n join pg_class v on v.relnamespace = n.oid and v.relkind = 'v'
    join pg_class t on t.relnamespace = 'public'::regnamespace and t.relname = v.relname
    cross join aclexplode(t.relacl) a
    where n.nspname ~ '^shard_\d+$' and a.privilege_type = 'SELECT' and a.grantee <> 0 and a.grantee <> v.relowner
  loop
    execute format('grant usage on schema %I to %s', each.nspname, each.role);
    execute format('grant select on %I.%I to %s', each.nspname, each.relname, each.role);
  end loop;
end $$;

create function drop_shard_functions() returns void language plpgsql as $$
declare
  each text;
begin
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  for each in select nspname from pg_namespace where nspname ~ '^shard_\d+$' loop
    execute format('drop schema %I cascade', each);
  end loop;
  for each in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^play_(shard|node)_bets'
  loop
    execute format('drop function %s', each);
  end loop;
end $$;

-- Puts a function in `public` that calls the one of the same name and arguments in the schema of the player's shard, on the
-- player's node. `p_player` is the argument with the player's id.
create function make_dispatcher(p_name text, p_player text) returns void language plpgsql as $make$
declare
  f pg_proc;
  given text;
  call text;
  sent_on text;
begin
  select * into strict f from pg_proc where pronamespace = 'player_functions'::regnamespace and proname = p_name;
  select string_agg('$' || n, ', ' order by n) into given from generate_series(1, f.pronargs) n;
  call := format('execute format(''select * from shard_%%s.%I(%s)'', shard)', p_name, given);
  sent_on := format('execute ''select * from public.%I(%s)''', p_name, given);
  execute format($sql$
    create or replace function public.%I(%s) returns %s language plpgsql
    security definer set search_path = public, pg_temp as $dispatch$
    #variable_conflict use_variable
    declare
      shard bigint := get_shard_id_for_distribution_column('wallets', %I);
      found_result %s;
    begin
      -- Within a larger statement the function runs on the coordinator, which sends it on by itself.
      if to_regnamespace('shard_' || shard) is null then
        -- After a statement that Citus refuses while it plans a part of it, it sends no function on from this connection any more
        -- (seen with 13.2.2: a subquery with FOR UPDATE on several nodes, in an UPDATE). By this code the program takes another connection.
        if current_setting('player_functions.is_sent_on', true) = 'yes' then
          raise exception 'functions are not sent on from this connection' using errcode = 'read_only_sql_transaction';
        end if;
        perform set_config('player_functions.is_sent_on', 'yes', true);
        %s
      end if;
      -- As every statement that writes through Citus: while the shard moves to another node, it waits.
      perform lock_shard_metadata(5, array[shard]);
      %s
    end $dispatch$ $sql$,
    p_name, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid), p_player,
    case when f.proretset then 'integer' else pg_get_function_result(f.oid) end,
    case when f.proretset then format($r$return query %s using %s; perform set_config('player_functions.is_sent_on', '', true); return;$r$, sent_on, given)
      else format($r$%s into found_result using %s; perform set_config('player_functions.is_sent_on', '', true); return found_result;$r$, sent_on, given) end,
    case when f.proretset then format('return query %s using %s;', call, given)
      else format('%s into found_result using %s; return found_result;', call, given) end);
  perform create_distributed_function(
    format('public.%I(%s)', p_name, oidvectortypes(f.proargtypes))::regprocedure, p_player,
    colocate_with => 'wallets', force_delegation => true);
end $make$;

-- Moves the functions of ledger.sql and instantBets.sql to `player_functions`, and puts those in their place that find the node.
create function spread_functions() returns void language plpgsql as $$
declare
  each record;
begin
  create schema if not exists player_functions;
  for each in
    select p.oid, p.oid::regprocedure as f from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in ('ledger_open_accounts', 'ledger_post', 'ledger_post_one', 'ledger_cashed_stake',
      'ledger_ending', 'ledger_close_part', 'ledger_close_round', 'ledger_close_withdrawal',
      'play_instant_bets_of')
  loop
    -- Again, because the nodes know no function of rows of a table that was not spread when it was made.
    execute pg_get_functiondef(each.oid);
    execute format('alter function %s set schema player_functions', each.f);
  end loop;
  perform make_dispatcher('play_instant_bets_of', 'p_user');
  perform make_dispatcher('ledger_open_accounts', 'p_user');
  perform make_dispatcher('ledger_post_one', 'p_user');
  perform make_dispatcher('ledger_close_round', 'p_user');
  perform make_dispatcher('ledger_close_part', 'p_user');
  perform make_dispatcher('ledger_close_withdrawal', 'p_user');
end $$;

-- Rights on single columns (rights.sql) and on what belongs to a node do not reach the shards by themselves.
create function grant_shard_rights(p_role text) returns void language plpgsql as $$
declare
  failure text;
begin
  select result into failure from run_command_on_placements('wallets',
    format('grant insert (user_id), update (user_id) on %%s to %I', p_role)) where not success limit 1;
  if failure is null then
    select result into failure from run_command_on_workers('select public.share_shard_entries()') where not success limit 1;
  end if;
  if failure is not null then raise exception 'rights on shards: %', failure; end if;
end $$;
