-- The date of birth that the identity check asks for in some jurisdictions, sealed.
alter table users add column if not exists birth_date_encrypted bytea;
