-- Pictures of a document and of the player's face, for the identity check (domain/accounts/identityPictures.ts).
alter table identity_checks
  -- The check waits for pictures until `pictures_at`, by the product's clock.
  add column if not exists needs_pictures boolean not null default false,
  add column if not exists pictures_at timestamptz,
  -- The provider has them.
  add column if not exists pictures_told_at timestamptz,
  -- Why it was refused, as the player is told (contract/rules/identityPictures.ts).
  add column if not exists refusal text;

create table identity_pictures (
  user_id text not null,
  check_id text not null,
  kind text not null check (kind in ('front', 'back', 'selfie')),
  -- A JPEG, sealed; gone after the profile's period, and with the account.
  image bytea not null,
  taken_at timestamptz not null,
  primary key (user_id, check_id, kind),
  foreign key (user_id, check_id) references identity_checks (user_id, id) on delete cascade
);
