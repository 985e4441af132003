import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Db } from '#server/db/client.ts'

/** Runs the numbered scripts before this one, as an earlier program did. */
export async function migrateUntil(on: Db, end: string): Promise<void> {
  const folder = new URL('../../../src/server/db/migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name < end).sort()
  await on.write(
    'create table migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
  )
  for (const name of names) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    await on.write(sql)
    const checksum = createHash('sha256').update(sql).digest('hex')
    await on.write('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}
