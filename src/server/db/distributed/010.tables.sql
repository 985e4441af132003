-- Spreads the tables of players over the nodes of a Citus cluster, by the player's id: a player's rows of all tables are on
-- one node. Runs after the migrations, on the coordinator, whenever one of them has run; a table that is spread already is
-- left as it is. What is no player's stays on the coordinator, except what every node needs a copy of.
--
-- Citus keeps a key unique within a node only, so every unique key gets the player's id. What must be unique among all
-- players (an e-mail address) is claimed in a table of its own, which is spread by what is claimed (player_claims).

create table if not exists player_claims (
  -- The name of the unique index that one PostgreSQL has for it.
  kind text not null,
  claim text not null,
  user_id text not null,
  primary key (claim, kind)
);

drop function if exists spread_tables, spread_plan;

-- Each table of the schema and how it is kept: `players` (by its column `by_column`), `copies` (on every node) or `coordinator`.
create function spread_plan() returns table (name text, kept text, by_column text) language sql stable as $$
  select c.relname::text,
    case
      when c.relname = 'player_claims' then 'claims'
      -- Read together with rows of players, and seldom written: a change of a copy is one of every node.
      when c.relname in ('archived_rounds', 'claimed_offers', 'deposit_packages', 'double_chains', 'double_rounds', 'exclusions', 'games',
        'package_bonuses', 'payment_differences', 'register_answers', 'settings', 'sport_rules', 'vouchers') then 'copies'
      -- On one PostgreSQL, rows of programs of an earlier release may lack the player.
      when c.relname in ('users', 'ticket_legs', 'chat_tickets', 'chat_sessions', 'game_tickets', 'game_sessions', 'export_chunks')
        then 'players'
      -- Common tables, in which a row may name its only player, those that are found before the player is known, and what the
      -- reports note of players: the job that counts reads and writes it together with its sums.
      when c.relname in ('content', 'passkey_challenges', 'provider_transactions', 'report_last_bets') then 'coordinator'
      when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and a.attnotnull)
        then 'players'
      else 'coordinator'
    end,
    case c.relname when 'users' then 'id' when 'player_claims' then 'claim' else 'user_id' end
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and not relation_is_a_known_shard(c.oid)
$$;

create function spread_tables() returns void language plpgsql as $$
declare
  each record;
  definition text;
  columns text;
begin
  create temporary table plan on commit drop as
    select p.*, to_regclass('public.' || quote_ident(p.name)) as oid,
      exists (select from pg_dist_partition d where d.logicalrelid = to_regclass('public.' || quote_ident(p.name))) as is_spread
    from spread_plan() p;
  create temporary table plan_parts on commit drop as
    select p.oid as part, p.* from plan p
    union all
    select i.inhrelid, p.* from plan p join pg_inherits i on i.inhparent = p.oid;

  -- References. Those to the same player's row and to copies are made again at the end: Citus takes no table that refers, or is
  -- referred to by, one that is not spread yet. The others would leave the node.
  create temporary table kept_references on commit drop as
    select f.conname, child.name as child, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join plan child on child.oid = f.conrelid join plan parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.conparentid = 0 and not (child.is_spread and parent.is_spread) and (
      child.kept in ('players', 'copies') and parent.kept = 'copies'
      or child.kept = 'players' and parent.kept = 'players' and exists (
        select from generate_subscripts(f.conkey, 1) k
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[k] and a.attname = child.by_column
          join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[k] and b.attname = parent.by_column));
  for each in
    select f.conname, f.conrelid::regclass as of
    from pg_constraint f left join plan child on child.oid = f.conrelid join plan parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.conparentid = 0 and coalesce(not (child.is_spread and parent.is_spread), true)
      and (child.kept = 'players' or parent.kept in ('players', 'copies'))
  loop
    execute format('alter table %s drop constraint %I', each.of, each.conname);
  end loop;

  -- A trigger would run on the node of the row, and Citus takes none. That nobody changes these rows is a matter of
  -- rights (rights.sql). A table that an earlier release has had on the coordinator has that of 050.commits.sql.
  for each in
    select t.tgname, t.tgrelid::regclass as on_table
    from pg_trigger t join plan_parts p on p.part = t.tgrelid
    where not t.tgisinternal and (p.kept = 'players' or p.kept <> 'coordinator' and t.tgname = 'commit_on_both')
  loop
    execute format('drop trigger if exists %I on %s', each.tgname, each.on_table);
  end loop;

  -- Keys that lack the player's id. Those of a partitioned table come before those of its partitions, which they bring along.
  for each in
    select i.indexrelid::regclass as index, c.relname as index_name, p.part::regclass as on_table, p.by_column, k.conname,
      k.contype, i.indkey, i.indrelid, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join plan_parts p on p.part = i.indrelid
      left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where p.kept = 'players' and not p.is_spread and i.indisunique
      and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
      and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = p.by_column and a.attnum = any(i.indkey))
    order by p.part <> p.oid
  loop
    if each.contype is not null then
      select string_agg(quote_ident(a.attname), ', ' order by k.place) into columns
        from unnest(each.indkey::smallint[]) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = each.indrelid and a.attnum = k.number;
      execute format('alter table %s drop constraint %I', each.on_table, each.conname);
      execute format('alter table %s add constraint %I %s (%s, %I)', each.on_table, each.conname,
        case each.contype when 'p' then 'primary key' else 'unique' end, columns, each.by_column);
    else
      execute format('drop index %s', each.index);
      definition := split_part(each.definition, ' WHERE ', 1);
      execute left(definition, -1) || format(', %I)', each.by_column) || substr(each.definition, length(definition) + 1);
    end if;
  end loop;

  -- By name: a copied table brings those that refer to it along, which changes their oids.
  for each in select * from plan where not is_spread and kept in ('copies', 'claims') order by kept, name loop
    if each.kept = 'copies' then perform create_reference_table(each.name);
    else perform create_distributed_table(each.name, each.by_column, colocate_with => 'none');
    end if;
  end loop;
  for each in select * from plan where not is_spread and kept = 'players' order by name <> 'users', name <> 'wallets', name loop
    if each.name = 'users' then perform create_distributed_table(each.name, each.by_column, colocate_with => 'none');
    else perform create_distributed_table(each.name, each.by_column, colocate_with => 'users');
    end if;
  end loop;
  for each in select * from kept_references loop
    execute format('alter table public.%I add constraint %I %s', each.child, each.conname, each.definition);
  end loop;
end $$;
