-- What a player's postings add up to by day (Brasília), for the page of one's own play (domain/play/playHistory.ts). A view
-- adds the postings since the last one, so that nothing is written for players who never look.
create table play_history_days (
  user_id text not null references users (id),
  day date not null,
  -- 'sports' for tickets; '' for a round of which the game is no longer known.
  game text not null,
  -- Settled bets in cents, by the wallet that they were paid with.
  stakes bigint not null,
  payouts bigint not null,
  bonus_stakes bigint not null,
  bonus_payouts bigint not null,
  primary key (user_id, day, game)
);
create table play_history_money (
  user_id text not null references users (id),
  day date not null,
  -- In cents; below zero on a day when a bank took back more than was paid in, or returned more than was paid out.
  deposits bigint not null,
  withdrawals bigint not null,
  primary key (user_id, day)
);
-- The last posting of a player that is counted.
create table play_history_positions (
  user_id text primary key references users (id),
  through bigint not null
);
