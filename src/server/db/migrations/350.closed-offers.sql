-- When the player closed the prompt of an offer: until then every new connection brings it again.
alter table multiplier_offers add column closed_at timestamptz;
