create index concurrently if not exists kept_identities_cpf_index on kept_identities (cpf_index) where cpf_index is not null;
