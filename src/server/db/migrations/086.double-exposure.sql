-- What the house may have to pay on a colour of a shared round, in cents: bets beyond the limit are refused. Apart from
-- the round's own row, which bets share until they are in. Gone when the round is paid.
create table double_exposure (
  round bigint not null references double_rounds (sequence),
  colour text not null check (colour in ('red', 'white', 'black')),
  payout bigint not null check (payout > 0),
  primary key (round, colour)
);
