-- The money of a player who has played much (domain/accounts/timeline.ts), and the player's first deposit. A bet is not in it.
-- Its queries leave `correct` out, too: the few of it are in the index, because a migration cannot name a value of an enum that
-- another one of the same transaction has added.
create index transfers_money on transfers (user_id, id) where kind not in ('play', 'stake', 'settle', 'refund');
