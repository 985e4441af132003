import { it } from 'vitest'
import { idempotency } from './scenarios/idempotency.ts'
import { sized } from '../scope.ts'
import { withLab } from './withLab.ts'

it('every money call, sent many times at once with one key and again after a restart, has one effect and one response', async () => {
  await withLab((lab) => idempotency(lab, { callers: sized(5, 20) }))
})
