create index concurrently if not exists selection_exposure_open on selection_exposure_slots (starts_at) where tickets <> 0;
