-- A reset of QA had removed these rows.
insert into wallet_audit default values on conflict do nothing;
insert into risk_scan default values on conflict do nothing;
insert into report_position default values on conflict do nothing;
