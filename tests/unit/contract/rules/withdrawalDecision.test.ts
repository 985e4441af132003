import { expect, it } from 'vitest'
import { refusalCodeOf, refusalCodes } from '#contract/rules/withdrawalDecision.ts'

it('knows its own codes, and takes the code of a newer program for none', () => {
  expect(refusalCodes.map(refusalCodeOf)).toEqual(refusalCodes)
  for (const other of [undefined, null, '', 'sanctionsList', 1]) expect(refusalCodeOf(other)).toBeNull()
})
