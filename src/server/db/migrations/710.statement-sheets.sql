-- The statement comes as a sheet in the player's language, and in a neutral form for programs.
alter table exports
  drop constraint exports_kind_check,
  add constraint exports_kind_check check (kind in ('personalData', 'statement', 'neutralStatement')),
  -- Of the player who asked; null: asked for before.
  add column language text;
