create index concurrently if not exists kept_identities_end on kept_identities (keep_until);
