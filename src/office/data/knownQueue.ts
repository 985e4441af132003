import type { OfficeAnswer } from '#contract/office/officeCall.ts'
import { queueKinds, type queueCalls } from '#contract/office/queue.ts'

type Queue = OfficeAnswer<typeof queueCalls.get>

/** Without the kinds that a later server counts, for which this page has neither a name nor a list. */
export function knownQueue({ counts }: Queue): Queue {
  return { counts: counts.filter(({ kind }) => Object.hasOwn(queueKinds, kind)) }
}
