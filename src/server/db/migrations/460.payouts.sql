-- Where the money of a withdrawal is. It is held until `paid`, `failed`, `returned` or `refused`; the last three give it
-- back. `returned` may follow `paid`: the payee's bank has sent it back.
alter table withdrawals drop constraint withdrawals_status_check;
update withdrawals set status = case when review is null then 'requested' else 'inReview' end where status = 'pending';
alter table withdrawals alter column status set default 'requested';
alter table withdrawals add constraint withdrawals_status_check check (
  status in ('requested', 'inReview', 'approved', 'sent', 'paid', 'failed', 'returned', 'refused')
);
drop index withdrawals_pending;
create index withdrawals_unfinished on withdrawals (created_at)
  where status in ('requested', 'inReview', 'approved', 'sent');
-- Which provider was asked to pay it, when first (of the database's clock), and its number of the payment.
alter table withdrawals
  add column provider text,
  add column asked_at timestamptz,
  add column reference text;
