-- The few players who are suspended or closed, in the order of the office's list, which else reads all players to find them.
create index users_suspended on users (created_at, id) where suspended_until is not null;
create index users_closed on users (created_at, id) where closed_at is not null;
