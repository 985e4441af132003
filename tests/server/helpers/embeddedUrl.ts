import { join } from 'node:path'
import { loadSecrets } from '#server/config/secrets.ts'
import { roles, type Role } from '#server/db/roles.ts'

/** The address of the embedded database in a data folder, whose server has created its key. */
export async function embeddedUrl(folder: string, role: Role = 'admin'): Promise<string> {
  const { databasePasswords } = await loadSecrets(folder, {})
  return `postgresql://${roles[role]}:${databasePasswords[role]}@localhost/postgres?host=${encodeURIComponent(join(folder, 'run'))}`
}
