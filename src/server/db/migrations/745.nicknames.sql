-- What other players see of a player. Null: the name that the program makes of the id (domain/accounts/publicIdentity.ts).
alter table users
  add column nickname text,
  -- The name as it is compared: contract/rules/nickname.ts.
  add column nickname_key text,
  add column nickname_changed_at timestamptz,
  -- all, noAmounts or anonymous: what is told of the player's bets. Amounts only of who has chosen to show them.
  add column bets_shown text not null default 'noAmounts';
