-- Limits of the house and of the desk for the player of an account that was erased: they hold for the person's next one.
alter table exclusions add column if not exists house jsonb;
