-- A ticket that was lost only by a correction of the result has state -11.
alter table tickets drop constraint tickets_state_check;
alter table tickets add constraint tickets_state_check check (state in (-10, 0, 9999, 4, -11, -1)) not valid;
alter table tickets validate constraint tickets_state_check;
