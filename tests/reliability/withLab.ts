import { inject } from 'vitest'
import { Journal } from './harness/Journal.ts'
import { Lab } from './harness/Lab.ts'
import { Random } from './harness/random.ts'

const seed = Number(process.env['TEST_SEED'] ?? 1)

/** Runs a scenario as a test on the shared PostgreSQL. `TEST_SEED` determines its random choices. */
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
