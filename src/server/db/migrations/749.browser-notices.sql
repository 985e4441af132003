-- Browsers that a player has asked for notices. They are sent while the session that asked lasts.
create table push_subscriptions (
  user_id text not null references users (id),
  -- Hash of the endpoint.
  id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  session_id text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- One notice for one browser: what happened, not its text.
create table push_messages (
  user_id text not null,
  id text not null,
  subscription_id text not null,
  kind text not null,
  params jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Sent, or given up.
  ended_at timestamptz,
  primary key (user_id, id)
);

-- The scores that were told last.
create table push_scores (
  match_id text primary key,
  home integer not null,
  away integer not null,
  seen_at timestamptz not null
);
