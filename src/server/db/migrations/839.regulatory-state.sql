-- `written`: the file is there, and is still to be signed and checked.
alter table regulator_lots
  drop constraint regulator_lots_state_check,
  add constraint regulator_lots_state_check check (
    state in ('written', 'noSchema', 'invalid', 'ready', 'queued', 'sent', 'refused')
  ) not valid;
