-- Settled bets of a player by time: commissions, cashback and rebates ask for days of them.
create index transfers_settled_bets on transfers (user_id, at) where kind in ('settle', 'play');

-- One row a claim: it pays every finished day after the claim before it, up to and with `through`.
create table commission_claims (
  user_id text not null references users (id),
  through date not null,
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null,
  primary key (user_id, through)
);

create table ladder_claims (
  user_id text not null references users (id),
  people integer not null,
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null,
  primary key (user_id, people)
);

-- `period` tells the times of a promotion that comes again, such as each weekend's; '' for others.
create table promotion_claims (
  user_id text not null references users (id),
  promotion text not null,
  period text not null default '',
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null,
  primary key (user_id, promotion, period)
);
