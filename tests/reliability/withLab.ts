import { inject } from 'vitest'
import { Journal } from './harness/Journal.ts'
import { Lab } from './harness/Lab.ts'
import { Random } from './harness/random.ts'

const seed = Number(process.env['TEST_SEED'] ?? 1)

/** Runs a scenario as a test, on the run's PostgreSQL. `TEST_SEED` picks what happens in it. */
export async function withLab(scenario: (lab: Lab) => Promise<void>): Promise<void> {
  const postgres = {
    postgresUrl: inject('postgresUrl'),
    template: inject('template'),
    preparedCluster: inject('preparedCluster'),
  }
  const lab = new Lab(postgres, new Journal(), new Random(seed))
  try {
    await scenario(lab)
  } finally {
    await lab.close()
  }
}
