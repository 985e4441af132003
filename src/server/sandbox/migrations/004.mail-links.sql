-- Where the button of an e-mail leads.
alter table sandbox.mails add column link text;
