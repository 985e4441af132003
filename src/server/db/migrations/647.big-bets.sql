-- The lists of big bets and big wins are in the order of the time and the id, both newest first or both oldest first: an index
-- in which they run against each other made them read and sort every big bet there ever was.
drop index tickets_staked;
drop index game_rounds_staked;
drop index tickets_big;
drop index game_rounds_big;
create index tickets_staked on tickets (created_at, id) where stake >= 50000;
create index game_rounds_staked on game_rounds (created_at, id) where stake >= 50000;
create index tickets_big on tickets (settled_at, id) where payout >= 10000;
create index game_rounds_big on game_rounds (settled_at, id) where payout >= 10000;
