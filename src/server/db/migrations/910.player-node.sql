-- The address (`host:port`) of the node on which a player's rows are; null where there is one PostgreSQL. Where players are spread
-- over nodes, db/distributed/020.functions.sql replaces it.
create function player_node(p_user text) returns text language sql stable as $$ select null::text $$;
