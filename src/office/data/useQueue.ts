import { useQuery } from '@tanstack/react-query'
import { queueCalls } from '#contract/office/queue.ts'
import { useLogin, useOffice } from './context.ts'
import { knownQueue } from './knownQueue.ts'

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
