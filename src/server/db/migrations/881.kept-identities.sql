-- Who the person of an erased account was, for as long as the jurisdiction's profile says (domain/accounts/keptIdentities.ts).
create table kept_identities (
  user_id text primary key references users (id),
  -- As in `users`: an authority asks by CPF, and reports of the account's last days name it.
  cpf_index bytea,
  cpf_encrypted bytea,
  -- Name, address, phone, date of birth, checks and the keys of withdrawals, sealed.
  person bytea not null,
  kept_at timestamptz not null,
  keep_until timestamptz not null
);
