-- Called after a change of what only one player may have: e-mail address, invitation code, CPF, nickname. Here unique indexes see
-- to it, and nothing is left to do; where players are spread over nodes, db/distributed/020.functions.sql replaces it.
create function keep_player_claims(p_user text) returns void language sql as $$ select $$;
