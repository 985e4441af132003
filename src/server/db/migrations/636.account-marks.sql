-- Keyed marks of what an account has (domain/accounts/marks.ts). They outlive it, so that the next account of a person is
-- recognised. A mark says which accounts have the same thing, never what it is. A CPF and a payout key that is one have
-- the same mark.
create table account_marks (
  user_id text not null references users (id),
  kind text not null check (kind in ('browser', 'device', 'address', 'payoutKey', 'document', 'email', 'phone')),
  mark bytea not null,
  -- When it was last seen.
  at timestamptz not null,
  primary key (user_id, kind, mark)
);
create index account_marks_mark on account_marks (mark);

-- Those that the database has. The program computes the others (null: not yet).
insert into account_marks (user_id, kind, mark, at)
  select id, 'address', origin_index, created_at from users where origin_index is not null
  union all
  select id, 'document', cpf_index, created_at from users where cpf_index is not null
  union all
  select user_id, 'payoutKey', key_index, max(created_at) from withdrawals where key_index is not null group by 1, 3;
alter table users drop column origin_index;
alter table users add column marked_at timestamptz;
create index users_unmarked on users (id) where marked_at is null and erased_at is null;

-- The keyed index of the IP address of a terminal's last signed call: its customers have that address too.
alter table terminals add column address_mark bytea;
