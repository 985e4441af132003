-- Payouts about which the provider does not answer; some of them it has made.
create table sandbox_provider.silent_payouts (id text primary key);
