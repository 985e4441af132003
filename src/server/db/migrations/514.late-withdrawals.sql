-- When the log said that a withdrawal is almost late (domain/payments/lateWithdrawals.ts).
alter table withdrawals add column warned_at timestamptz;
