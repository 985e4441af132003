-- E-mails to send (domain/accounts/outbox.ts). Their texts are sealed, and gone once they are sent or too old; those of
-- earlier rows, which were readable, go now: nothing will send them.
alter table outbox rename column sent_at to created_at;
alter table outbox
  drop column subject,
  drop column text,
  drop column code,
  add column kind text not null default '',
  add column sealed bytea,
  add column state text not null default 'sent' check (state in ('queued', 'sent', 'expired', 'dead')),
  add column attempts smallint not null default 0,
  -- Both of the database's clock.
  add column next_try_at timestamptz,
  add column delivered_at timestamptz,
  -- After this moment, of the product's clock, it is useless: its code is no longer valid.
  add column expires_at timestamptz,
  add column last_error text;
alter table outbox alter column state set default 'queued';
create index outbox_queued on outbox (next_try_at) where state = 'queued';
create index outbox_dead on outbox (id) where state = 'dead';
