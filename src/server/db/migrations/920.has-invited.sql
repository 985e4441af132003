-- Whether the player has ever invited somebody: where players are spread over nodes, those invited are on all of them, and nobody else
-- is looked for there.
alter table users add column has_invited boolean not null default false;
update users set has_invited = true where id in (select invited_by from users where invited_by is not null);
