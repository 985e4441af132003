-- Orders from before numbers of payments were claimed: once, because the program claims those that come after.
do $$ begin
  if not exists (select 1 from player_claims where kind = 'orders_pay_no') then
    perform claim_payments();
  end if;
end $$;
