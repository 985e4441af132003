-- A win of a game provider that was too high to be paid is a difference too: staff settle it with the provider.
alter table payment_differences drop constraint payment_differences_side_check;
alter table payment_differences add constraint payment_differences_side_check
  check (side in ('deposits', 'payouts', 'games')) not valid;
