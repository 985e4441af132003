-- Tickets and sessions of the chat and of games, and the parts of an export, name their player, so that they stand with the player
-- where players are spread over nodes. Few rows: all of them expire, most within a minute.
alter table chat_tickets add column user_id text;
alter table chat_sessions add column user_id text;
alter table game_tickets add column user_id text;
alter table game_sessions add column user_id text;
alter table export_chunks add column user_id text;
update chat_tickets t set user_id = s.user_id from sessions s where s.id = t.session_id;
update chat_sessions t set user_id = s.user_id from sessions s where s.id = t.session_id;
update game_tickets t set user_id = s.user_id from sessions s where s.id = t.session_id;
update game_sessions t set user_id = s.user_id from sessions s where s.id = t.session_id;
update export_chunks c set user_id = e.user_id from exports e where e.id = c.export_id;

-- For programs of the release before, which go on while servers are replaced one by one; to be dropped in the release after.
create function name_player_of_row() returns trigger language plpgsql as $$
begin
  if new.user_id is null and tg_table_name = 'export_chunks' then
    select e.user_id into new.user_id from exports e where e.id = new.export_id;
  elsif new.user_id is null then
    select s.user_id into new.user_id from sessions s where s.id = new.session_id;
  end if;
  return new;
end $$;
create trigger name_player before insert on chat_tickets for each row execute function name_player_of_row();
create trigger name_player before insert on chat_sessions for each row execute function name_player_of_row();
create trigger name_player before insert on game_tickets for each row execute function name_player_of_row();
create trigger name_player before insert on game_sessions for each row execute function name_player_of_row();
create trigger name_player before insert on export_chunks for each row execute function name_player_of_row();
