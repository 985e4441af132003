-- Names that staff took away: nobody gets them again.
create table blocked_nicknames (
  key text primary key,
  blocked_at timestamptz not null
);
