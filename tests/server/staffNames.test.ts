/** The names of staff beside rows of players; what staff log in with is nowhere else, also where players are on several nodes (TEST_CITUS). */
import { expect, it } from 'vitest'
import { isDistributed } from '#server/db/distributed.ts'
import { migrate } from '#server/db/migrate.ts'
import { sandboxStaff } from '#server/office/identity/sandboxStaff.ts'
import { addStaffMember } from '#server/office/identity/staff.ts'
import { beginTotp } from '#server/office/identity/totp.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { deps } = world.product
const { db } = deps

const namesIn = (table: string) =>
  db.read<{ id: string; name: string }>(`select id, name from ${table} order by id`)

it('are those of the staff, whoever changes them', async () => {
  expect((await namesIn('office.staff_names')).length).toBe(sandboxStaff.length)
  const { id } = await db.tx((tx) =>
    addStaffMember(deps, tx, { name: 'Ana', email: 'ana@office.test', role: 'risk' }),
  )
  expect(await namesIn('office.staff_names')).toContainEqual({ id, name: 'Ana' })
  await db.write(`update office.staff set name = 'Ana Silva' where id = $1`, [id])
  expect(await namesIn('office.staff_names')).toContainEqual({ id, name: 'Ana Silva' })
  await db.write('delete from office.staff where id = $1', [id])
  expect(await namesIn('office.staff_names')).toEqual(await namesIn('office.staff'))
})

it('no login needs them', async () => {
  const [person] = sandboxStaff
  if (!person) throw new Error('no staff')
  await db.tx(async (tx) => {
    await tx.query('lock table office.staff_names in access exclusive mode')
    await world.as(person.role)
    await db.tx((other) => beginTotp(deps, other, person))
    await db.write('update office.staff set totp_step = totp_step + 1 where id = $1', [person.id])
  })
})

it('a database that has staff gets them, and keeps the rest of the staff on the coordinator', async () => {
  await db.write(`drop trigger keep_staff_name on office.staff; drop function office.keep_staff_name();
    drop table office.staff_names; delete from migrations where name = '912.staff-names.sql'`)
  expect(await migrate(db, ['sandbox', 'sandbox_provider'])).toContain('912.staff-names.sql')
  expect((await namesIn('office.staff_names')).length).toBe(sandboxStaff.length)
  expect(await namesIn('office.staff_names')).toEqual(await namesIn('office.staff'))
  if (!(await isDistributed(db))) return
  const known = await db.read(
    `select logicalrelid::text as name from pg_dist_partition
      where logicalrelid in ('office.staff'::regclass, 'office.staff_names'::regclass)`,
  )
  expect(known).toEqual([{ name: 'office.staff_names' }])
})
