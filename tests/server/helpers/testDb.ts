import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { databaseUrl } from '../postgres.setup.ts'

/** A fresh, migrated database for one test file; dropped when the file is done. */
export async function createTestDb(options: { connections?: number } = {}): Promise<{ db: Db; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = createDb(inject('postgresUrl'), { max: 1 })
  await maintenance.query(`create database ${name} template ${inject('template')}`)
  const url = databaseUrl(inject('postgresUrl'), name)
  const db = createDb(url, { max: options.connections ?? 10 })
  afterAll(async () => {
    await db.close()
    await maintenance.query(`drop database if exists ${name} with (force)`)
    await maintenance.close()
  })
  return { db, url }
}
