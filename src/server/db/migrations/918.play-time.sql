-- Up to when a day's playing time is counted: two devices at once are played on by one person.
alter table play_days add column if not exists counted_to timestamptz;
