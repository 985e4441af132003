-- Games that a provider lists over the network (jobs/gameCatalogues.ts).
alter table games
  -- Who made it, where the provider passes on the games of others.
  add column studio text,
  -- Address of its picture, at the provider.
  add column picture text,
  -- False: its provider no longer lists it.
  add column listed boolean not null default true;
