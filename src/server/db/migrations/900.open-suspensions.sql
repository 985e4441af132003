-- A bet may be suspended before it is decided: nothing is held until it pays. Bonuses may be suspended too: `ref_id` of an award is
-- the key of its posting. What is suspended may be taken by a decision of the house.
alter table prize_suspensions
  drop constraint prize_suspensions_amount_check,
  drop constraint prize_suspensions_ref_type_check,
  add constraint prize_suspensions_amount check (amount >= 0) not valid,
  add constraint prize_suspensions_ref_type check (ref_type in ('ticket', 'round', 'award')) not valid,
  -- `cash` or `bonus`: where the amount comes from and goes back to.
  add column wallet text not null default 'cash',
  -- When the amount was held; null while the bet is open, and for older rows, which were held when they were made.
  add column held_at timestamptz,
  add column taken boolean not null default false;
