-- The mailbox, which testers read.
create table sandbox.mails (
  id bigint primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  code text,
  sent_at timestamptz not null
);
create index mails_to on sandbox.mails (lower("to"), id desc);

create function sandbox.erase_mails() returns trigger language plpgsql as $$
begin
  delete from sandbox.mails where lower("to") = lower(old.email);
  return null;
end
$$;
create trigger sandbox_erase_mails after update of erased_at on public.users for each row
  when (new.erased_at is not null) execute function sandbox.erase_mails();
