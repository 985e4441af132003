import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './helpers/testPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: TestPostgres['postgresUrl']
    template: TestPostgres['template']
    preparedCluster: TestPostgres['preparedCluster']
  }
}

/** Starts one PostgreSQL for the whole run, in a folder that is deleted afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-test-'))
  const { postgresUrl, template, preparedCluster, stop } = await startTestPostgres(folder)
  project.provide('postgresUrl', postgresUrl)
  project.provide('template', template)
  project.provide('preparedCluster', preparedCluster)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
