-- The browser that a session was opened in (routes/browserCookie.ts); null for terminals and older sessions.
alter table sessions add column browser_id text;
create index sessions_browser_id on sessions (browser_id) where browser_id is not null;
