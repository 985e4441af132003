-- A check that waits for the register's answer first.
alter table identity_checks add column waits_for_register boolean not null default false;
