-- What only a sandbox or its payment provider keeps has schemas of its own. A server that needs one goes on with it
-- (sandbox/migrations, providers/payment/sandbox/migrations); any other removes it.
create schema sandbox;
alter table sandbox_clock set schema sandbox;
alter table sandbox_faults set schema sandbox;
alter table sandbox_player_faults set schema sandbox;
alter table sandbox_users set schema sandbox;
alter table sandbox.sandbox_clock rename to clock;
alter table sandbox.sandbox_faults rename to faults;
alter table sandbox.sandbox_player_faults rename to player_faults;
alter table sandbox.sandbox_users rename to users;

create schema sandbox_provider;
alter table sandbox_payments set schema sandbox_provider;
alter table sandbox_provider.sandbox_payments rename to payments;
