-- When the password was typed to open this session. null: it was opened without one (a link, a terminal that a phone
-- logged in), or before this was recorded.
alter table sessions add column password_at timestamptz;

-- When somebody who knew the password stored this key, or when it became known otherwise (payments/knownKeys.ts); null: a
-- session alone has stored it. What was stored before this was recorded counts as known.
alter table payout_destinations add column confirmed_at timestamptz;
update payout_destinations set confirmed_at = updated_at;

-- `newKey`: a session alone asked for it, without the password, to a key that is not known.
alter table withdrawals drop constraint withdrawals_review_check;
alter table withdrawals add constraint withdrawals_review_check check (review in ('sharedKey', 'held', 'newKey'));
