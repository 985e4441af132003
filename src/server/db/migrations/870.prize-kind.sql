-- A prize that the house keeps aside for a time, and that comes back to cash.
alter type ledger_kind add value 'prize' after 'debt';
