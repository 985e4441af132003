-- The money of a player who has played much (domain/accounts/timeline.ts), and the player's first deposit. A bet is not in it.
create index transfers_money on transfers (user_id, id) where kind not in ('play', 'stake', 'settle', 'refund', 'correct');
