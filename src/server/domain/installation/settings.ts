import { defaultSettings, type Settings } from '../../config/settings.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'

/** All settings, in one query. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.read<{ key: string; value: unknown }>('select key, value from settings')
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  return { ...defaultSettings, ...stored }
}

/** Until the end of the transaction nobody else changes a setting whose value before it depends on. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('settings', 0))`)
}

/** Several of them. */
export async function writeSettings(db: Writer, changes: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(changes))
    if (value !== undefined) await writeSetting(db, key as keyof Settings, value)
}

export async function writeSetting<Key extends keyof Settings>(
  db: Writer,
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await db.write(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value)],
  )
}
