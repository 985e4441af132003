-- A payment that was not taken and goes back to its payer (domain/returnedPayments.ts).
alter table orders add column refusal text check (refusal in ('payerMismatch'));
alter table orders add column refunded_at timestamptz;
create index orders_refunds on orders (closed_at) where refusal is not null and refunded_at is null;

-- The sandbox provider knows who pays, as a bank does; sealed like every CPF.
alter table sandbox_payments add column payer_encrypted bytea;
alter table sandbox_payments add column refunded_at timestamptz;

-- Why a session ended, where the player is told (domain/sessions.ts).
alter table sessions add column end_reason text check (end_reason in ('idle'));
create index sessions_active on sessions (active_at) where revoked_at is null;
