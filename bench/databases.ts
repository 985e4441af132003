import { createDb } from '../src/server/db/client.ts'

/** Creates an empty database in this cluster. Returns its address. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const cluster = createDb(clusterUrl, { max: 1, maxReads: 1 })
  try {
    await cluster.write(`create database ${name}`)
  } finally {
    await cluster.close()
  }
  return databaseOf(clusterUrl, name)
}

/** The address of a database in this cluster. */
export function databaseOf(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}
