-- An account may be closed while it has money, which stays payable (domain/accounts/closing.ts). Where the player closed it,
-- what is stored of the person is erased when nothing is left.
alter table users add column erase_when_settled boolean not null default false;

-- What a player gives up to close the account; `made_by` is then 'player'.
alter table adjustments drop constraint adjustments_kind_check;
alter table adjustments add constraint adjustments_kind_check
  check (kind in ('goodwill', 'correction', 'chargeback', 'prize', 'other', 'givenUp'));

-- The players in a pause, and those whose pause has ended (jobs/jobs.ts).
create index users_paused on users (excluded_until) where excluded_until is not null;
