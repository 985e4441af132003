-- Who made a posting. Postings from before have no actor: it is not known.
create type ledger_actor as enum ('player', 'staff', 'job', 'provider');
alter table transfers add column actor_kind ledger_actor, add column actor_id text;

-- The id of the wallet's last posting, which orders what players are sent about it.
alter table wallets add column version bigint not null default 0;
