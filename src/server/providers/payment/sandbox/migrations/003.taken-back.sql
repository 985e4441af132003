-- When the payer's bank took the payment back.
alter table sandbox_provider.payments add column taken_back_at timestamptz;
