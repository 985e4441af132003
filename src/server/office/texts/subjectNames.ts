/**
 * SQL: how staff call what an action was done to, by its kind and id; null where they have no name for it, or it is gone. What
 * belongs to a player is called by the player's e-mail, as the lists do.
 */
export function subjectNameSql(kind: string, id: string): string {
  return `(case ${kind}
      when 'player' then (select u.email from users u where u.id = ${id} and u.erased_at is null)
      when 'chat' then (select u.email from users u where u.id = ${id} and u.erased_at is null)
      when 'withdrawal' then (select u.email from withdrawals w join users u on u.id = w.user_id
        where w.id = ${id} and u.erased_at is null)
      when 'deposit' then (select u.email from orders o join users u on u.id = o.user_id
        where o.id = ${id} and u.erased_at is null)
      when 'difference' then (select u.email from payment_differences d join users u on u.id = d.user_id
        where d.id = ${id} and u.erased_at is null)
      when 'terminal' then (select t.name from terminals t where t.id = ${id})
      when 'staff' then (select s.name from office.staff_names s where s.id = ${id})
    end)`
}
