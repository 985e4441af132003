import { useQuery } from '@tanstack/react-query'
import type { OfficeAnswer } from '#contract/office/officeCall.ts'
import { queueCalls, queueKinds } from '#contract/office/queue.ts'
import { useLogin, useOffice } from './context.ts'

const pollMs = 5_000

/** What waits for the reader; asked again every five seconds while the page is seen. */
export function useQueue() {
  const { client } = useOffice()
  const { state } = useLogin()
  return useQuery({
    queryKey: ['queue'],
    queryFn: ({ signal }) => client.call(queueCalls.get, {}, { signal }),
    select: knownQueue,
    refetchInterval: pollMs,
    enabled: state.stage === 'full',
  })
}

type Queue = OfficeAnswer<typeof queueCalls.get>

/** Without the kinds that a later server counts, for which this page has neither a name nor a list. */
export function knownQueue({ counts }: Queue): Queue {
  return { counts: counts.filter(({ kind }) => Object.hasOwn(queueKinds, kind)) }
}
