-- The support chat: one conversation a player. Its row is locked by whoever writes, so that the numbers of its
-- messages follow each other in the order in which they commit: "what came after 7" never misses one.
create table chat_conversations (
  user_id text primary key references users (id),
  last_seq integer not null default 0,
  -- Each side has read what came up to here.
  player_read integer not null default 0,
  support_read integer not null default 0,
  last_at timestamptz not null
);
create index chat_conversations_newest on chat_conversations (last_at desc);

create table chat_messages (
  user_id text not null references users (id),
  seq integer not null,
  id text not null unique,
  sender text not null check (sender in ('player', 'support')),
  text text not null,
  created_at timestamptz not null,
  primary key (user_id, seq)
);

-- The chat page gets a ticket, not the player's token: good once, for a minute.
create table chat_tickets (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What a ticket is exchanged for. It opens the chat and nothing else, and ends with the player's session.
create table chat_sessions (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index chat_sessions_session on chat_sessions (session_id);
create index chat_tickets_session on chat_tickets (session_id);
