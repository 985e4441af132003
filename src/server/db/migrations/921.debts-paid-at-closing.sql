-- What the player has paid of a deposit that a bank took back, by leaving what was in the wallet when closing the account (cents).
alter table deposit_reversals add column paid bigint not null default 0;
