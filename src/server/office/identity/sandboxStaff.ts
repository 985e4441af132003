import { roles, type Role } from '#contract/office/permissions.ts'
import type { AppDeps } from '../../deps.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'

/** Everyone knows it: these people exist in the sandbox only. */
export const sandboxStaffPassword = 'balcao-2026'

const names: Record<Role, string> = {
  administrator: 'Ada Admin',
  cashier: 'Caio Caixa',
  support: 'Sueli Suporte',
  risk: 'Rita Risco',
  content: 'Carlos Conteudo',
  compliance: 'Cora Compliance',
}

/** One person of each role. */
export const sandboxStaff = roles.toReversed().map((role) => ({
  id: `sandbox-${role}`,
  email: `${role === 'administrator' ? 'admin' : role}@office.local`,
  name: names[role],
  role,
}))

/** Adds those who are missing. */
export async function addSandboxStaff(
  deps: Pick<AppDeps, 'db' | 'clock' | 'cpu' | 'traffic'>,
): Promise<void> {
  const known = await deps.db.read<{ id: string }>(
    'select id from office.staff where is_sandbox and password_hash is not null',
  )
  if (known.length >= sandboxStaff.length) return
  const hash = await hashPassword(deps, sandboxStaffPassword)
  await deps.db.write(
    `insert into office.staff (id, email, name, role, password_hash, is_sandbox, created_at)
     select id, email, name, role, $2, true, $3
     from jsonb_to_recordset($1) as person (id text, email text, name text, role text)
     on conflict (id) do update set password_hash = coalesce(office.staff.password_hash, excluded.password_hash),
       deactivated_at = null where office.staff.password_hash is null`,
    [JSON.stringify(sandboxStaff), hash, deps.clock.now()],
  )
}

/** On a database that was a sandbox before: nobody may log in with the password that everyone knows. */
export async function removeSandboxStaff({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query(
      `delete from office.staff_sessions where staff_id in (select id from office.staff where is_sandbox)`,
    )
    await tx.query(
      `delete from office.staff_passkeys where staff_id in (select id from office.staff where is_sandbox)`,
    )
    await tx.query(
      `update office.staff set password_hash = null, totp_secret = null, totp_pending = null,
         deactivated_at = coalesce(deactivated_at, now()) where is_sandbox`,
    )
  })
}
