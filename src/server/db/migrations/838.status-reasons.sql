alter table users validate constraint users_status_reason_check;
