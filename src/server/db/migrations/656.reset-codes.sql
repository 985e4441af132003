-- Whether a device asked for the code on which the player had logged in with the password: others' requests cannot void it.
alter table password_resets add column by_known_device boolean not null default false;
