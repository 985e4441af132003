-- What the operator writes and changes while the server runs (domain/content): notices, banners, promotions and links.
-- Deposit packages are a table of their own, because orders refer to them; their history is kept here too.
create table content (
  kind text not null check (kind in ('notice', 'banner', 'promotion', 'link')),
  id text not null,
  enabled boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  sort integer not null,
  -- Language -> texts. Without any, the client's own texts are shown.
  texts jsonb not null,
  -- What only rows of this kind have (contract/rules/content.schema.ts).
  fields jsonb not null,
  -- The only player that a notice is for.
  user_id text,
  version integer not null default 1,
  -- The version of a notice that connected players have been told of; 0: none.
  announced integer not null default 0,
  updated_at timestamptz not null,
  primary key (kind, id),
  check (starts_at < ends_at)
);
create index content_of_player on content (user_id) where user_id is not null;

-- Every state that a row has had. `state` null: it did not exist.
create table content_versions (
  kind text not null,
  id text not null,
  version integer not null,
  state jsonb,
  -- The member of staff, by id; null for the rows of a new database.
  made_by text,
  created_at timestamptz not null,
  primary key (kind, id, version)
);

alter table deposit_packages
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add column version integer not null default 1,
  add check (starts_at < ends_at);

-- Links were settings.
insert into content (kind, id, enabled, sort, texts, fields, updated_at)
select 'link', key, true, 10, '{}', jsonb_build_object('place', key, 'url', value), updated_at
from settings where key in ('messenger', 'social') and jsonb_typeof(value) = 'string';
delete from settings where key in ('messenger', 'social');
