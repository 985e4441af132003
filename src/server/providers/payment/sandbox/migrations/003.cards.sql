-- What a payment may be paid with, and how far paying by card has come. Nothing of the card itself is stored.
alter table sandbox_provider.payments
  add column methods text[] not null default '{pix}',
  add column paid_with text check (paid_with in ('pix', 'card')),
  -- Cards that were tried.
  add column card_tries integer not null default 0,
  -- Wrong codes of the card's holder; null while no code is asked for.
  add column code_errors integer;
