-- Where only the player's own accounts may pay, the payer of a deposit whom the bank did not name: somebody looks at it
-- before a withdrawal of this player is approved by rule.
alter table orders add column payer text check (payer in ('unknown', 'checked'));
create index orders_unknown_payer on orders (user_id) where payer = 'unknown';
