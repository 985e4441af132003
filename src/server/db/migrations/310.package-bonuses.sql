-- Which bonuses of deposit packages a person has had: each package's once. Under the keyed index of the CPF, so that a new
-- account after an erased one does not get them again; under the account's id where it has no CPF.
create table package_bonuses (
  person bytea not null,
  package_id text not null references deposit_packages (id),
  used_at timestamptz not null,
  primary key (person, package_id)
);

insert into package_bonuses (person, package_id, used_at)
select coalesce(u.cpf_index, convert_to(u.id, 'UTF8')), o.package_id, min(o.paid_at)
from orders o join users u on u.id = o.user_id
where o.status = 'paid' and o.bonus > 0 and o.offer = 'deposit'
group by 1, 2;
