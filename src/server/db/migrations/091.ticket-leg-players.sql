-- The player of a leg: finds all bets of a player on a match, which count together for the turnover. Null only in
-- legs of a process that is older than this column.
alter table ticket_legs add column user_id text references users (id);
update ticket_legs l set user_id = t.user_id from tickets t where t.id = l.ticket_id;
create index ticket_legs_player on ticket_legs (user_id, match_id);
