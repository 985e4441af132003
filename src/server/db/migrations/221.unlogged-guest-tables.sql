-- Written by anybody who loads the login form. Without WAL their commits make no bet wait for the disk. After a crash of
-- PostgreSQL both are empty: the form loads another captcha, and attempts are counted from zero.
alter table captchas set unlogged;
alter table attempts set unlogged;
