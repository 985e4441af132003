-- A payment that arrives after its player has closed the account goes back too (domain/payments/returnedPayments.ts).
alter table orders drop constraint orders_refusal_check;
alter table orders add constraint orders_refusal_check check (refusal in ('payerMismatch', 'accountClosed'));
