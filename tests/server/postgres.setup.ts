import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCitus } from './helpers/testCitus.ts'
import { startTestPostgres, type TestPostgres } from './helpers/testPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: TestPostgres['postgresUrl']
    template: TestPostgres['template']
    preparedCluster: TestPostgres['preparedCluster']
    /** Maintenance databases of the nodes, the coordinator's first, and the database there that tests copy. */
    citus: { urls: string[]; template: string } | undefined
  }
}

/**
 * Starts one PostgreSQL for the whole run, in a folder that is deleted afterwards. With TEST_CITUS, a
 * file for the coordinator's log, the databases of tests are on the nodes of Citus, of which CITUS_BIN has the programs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-test-'))
  const { postgresUrl, template, preparedCluster, stop } = await startTestPostgres(folder)
  project.provide('postgresUrl', postgresUrl)
  project.provide('template', template)
  project.provide('preparedCluster', preparedCluster)
  const citusLog = process.env['TEST_CITUS']
  const citus = citusLog ? await startCitus(citusLog) : undefined
  project.provide('citus', citus && { urls: citus.urls, template: citus.template })
  return async () => {
    await citus?.stop()
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
