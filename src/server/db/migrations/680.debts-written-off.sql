-- What a player owes for corrected tickets, given up by staff, is an adjustment too: of the debt, not of a wallet.
alter table adjustments drop constraint adjustments_account_check;
alter table adjustments add constraint adjustments_account_check check (account in ('cash', 'bonus', 'debt'));
alter table adjustments drop constraint adjustments_kind_check;
alter table adjustments add constraint adjustments_kind_check
  check (kind in ('goodwill', 'correction', 'chargeback', 'prize', 'other', 'givenUp', 'writtenOff'));
