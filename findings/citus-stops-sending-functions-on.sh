#!/usr/bin/env bash
# Citus 13.2.2 sends no function to a worker any more on a connection on which it has refused a statement while it planned a
# part of it.
#
# A distributed function is sent to the node of its argument (create_distributed_function). An error in the planning of a
# subquery (here FOR UPDATE on several nodes, inside an UPDATE) leaves a counter raised, and from then on every call on that
# connection counts as one "in CTEs or Subqueries" and runs on the coordinator.
#
# Needs COORDINATOR, the address of an empty database of a coordinator with workers. Prints where the function ran before and
# after: a worker's port, then the coordinator's.
set -euo pipefail
psql "${COORDINATOR:?}" --quiet --tuples-only --no-align <<'SQL'
create table things (id text primary key, done boolean not null default false);
select from create_distributed_table('things', 'id');
create function where_am_i(p_id text) returns text language sql as $$ select 'port ' || current_setting('port') $$;
select from create_distributed_function('where_am_i(text)', 'p_id', colocate_with => 'things');
select * from where_am_i('a');
update things set done = true where id in (select id from things where not done limit 1 for update);
select * from where_am_i('a');
SQL
