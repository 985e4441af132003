-- The inbox of the support chat: who waits since when, who answers, and what is done. Members of staff are ids of
-- office.staff, without a reference: nothing of players refers to that schema.
alter table chat_conversations
  -- When the player wrote the first message that nobody has answered; null: nothing is to be answered.
  add column waiting_since timestamptz,
  add column assigned_to text,
  -- A message of the player opens it again.
  add column closed_at timestamptz;
-- Null: a message of the player, or one that was written without the office.
alter table chat_messages add column staff_id text;

update chat_conversations c set waiting_since = m.created_at
  from chat_messages m where m.user_id = c.user_id and m.seq = c.last_seq and m.sender = 'player';

-- The order of the inbox.
create index chat_conversations_inbox on chat_conversations (waiting_since, last_at desc, user_id);

-- Answers that staff write again and again, each in the languages that it has: { "pt_BR": "…" }.
create table office.canned_answers (
  id text primary key,
  shortcut text not null unique,
  title text not null,
  texts jsonb not null,
  updated_at timestamptz not null
);
