import { it } from 'vitest'
import { idempotency } from './scenarios/idempotency.ts'
import { withLab } from './withLab.ts'

it('every money call twenty times at once with one key, and after a restart: one effect, one answer', async () => {
  await withLab((lab) => idempotency(lab))
})
