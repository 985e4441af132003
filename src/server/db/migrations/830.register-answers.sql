-- Every answer of the register of blocked persons, and each time that it gave none (`is_blocked` is null): proof that it was
-- asked. Found by the CPF, because the person may have no account yet or none any more. Kept for five years.
create table register_answers (
  cpf_index bytea not null,
  id bigint generated always as identity,
  user_id text,
  at timestamptz not null,
  occasion text not null check (occasion in ('signUp', 'login', 'again')),
  register text not null,
  is_blocked boolean,
  reasons text[] not null default '{}',
  request_id text,
  self_excluded_at text,
  primary key (cpf_index, id)
);
