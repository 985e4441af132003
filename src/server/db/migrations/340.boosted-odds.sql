-- The price without its boost, for a single that was placed at boosted odds (docs/product.md, "Boosted odds").
alter table ticket_legs add column boosted_from numeric check (boosted_from > 1 and boosted_from < odds);
