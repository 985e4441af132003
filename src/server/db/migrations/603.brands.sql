-- The brand under which a player registered: the id in its brand.json. Empty for those who registered before it was kept;
-- they are players of the brand whose server reads it.
alter table users add column brand text not null default '';

-- The reports are counted by brand. A player is of one brand, so every sum, and every number of players, is the sum of
-- those of the brands.
alter table report_bets add column brand text not null default '',
  drop constraint report_bets_pkey, add primary key (day, product, game, wallet, brand);
alter table report_money add column brand text not null default '',
  drop constraint report_money_pkey, add primary key (day, kind, detail, brand);
alter table report_accounts add column brand text not null default '',
  drop constraint report_accounts_pkey, add primary key (day, account, held_for, brand);
alter table report_actives add column brand text not null default '',
  drop constraint report_actives_pkey, add primary key (period, starts, product, game, brand);

create table report_registrations (
  day date not null,
  brand text not null,
  players bigint not null,
  primary key (day, brand)
) with (fillfactor = 70);
insert into report_registrations select day, '', registrations from report_days where registrations > 0;
alter table report_days drop column registrations;
