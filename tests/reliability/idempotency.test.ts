import { it } from 'vitest'
import { idempotency } from './scenarios/idempotency.ts'
import { withLab } from './withLab.ts'

it('every money call, sent twenty times at once with one key and again after a restart, has one effect and one response', async () => {
  await withLab((lab) => idempotency(lab))
})
