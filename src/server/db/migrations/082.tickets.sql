-- The ticker of big wins, as for rounds.
create index tickets_big on tickets (settled_at desc) where payout >= 10000;
