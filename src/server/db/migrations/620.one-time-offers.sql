-- Offers that a person can have once, and when they were claimed. Under the keyed index of the CPF, so that a new account
-- after an erased one does not get them again; under the account's id where it has no CPF.
create table claimed_offers (
  person bytea not null,
  -- `promotion:ID`, with `:PERIOD` for one that recurs, or `ladder:PEOPLE`.
  offer text not null,
  claimed_at timestamptz not null,
  primary key (person, offer)
);

insert into claimed_offers (person, offer, claimed_at)
select coalesce(u.cpf_index, convert_to(u.id, 'UTF8')), c.offer, min(c.claimed_at)
from (
  select user_id, 'promotion:' || promotion || case period when '' then '' else ':' || period end as offer, claimed_at
  from promotion_claims
  union all select user_id, 'ladder:' || people, claimed_at from ladder_claims
) c join users u on u.id = c.user_id
group by 1, 2;

-- The part of an order's bonus that is the discount: `principal` is what the player pays.
alter table orders add column discount_bonus bigint not null default 0;
update orders set principal = principal - discount, bonus = bonus + discount, discount_bonus = discount, discount = 0
where discount > 0 and status <> 'paid';

-- Amounts of a database whose operator has not changed them: the old ones paid for themselves.
update deposit_packages p set gift = n.gift
from (values
  ('brl-50', 1000, 0), ('brl-100', 3000, 15), ('brl-200', 7000, 30), ('brl-500', 20000, 75), ('brl-1000', 45000, 150),
  ('extpay-2000', 100000, 300), ('top-5000', 275000, 750), ('fcbrl-20', 1000, 5), ('btbrl-50', 2500, 10),
  ('insbrl-20', 200, 0), ('insbrl-50', 1000, 0), ('insbrl-100', 3000, 15), ('insbrl-200', 7000, 30),
  ('exppay-50', 5000, 0), ('exppay-100', 10000, 0)
) n (id, was, gift)
where p.id = n.id and p.gift = n.was and p.version = 1;

update content set fields = fields || case id
  when '1' then '{"fraction": 0.003, "maximum": 1500}'::jsonb else '{"maximum": 20}'::jsonb end
where kind = 'promotion' and version = 1
  and (id = '1' and fields ->> 'fraction' = '0.1' or id = '3' and fields ->> 'maximum' = '2000');
