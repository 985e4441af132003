import { isRefusal, OfficeError } from '../../data/OfficeError.ts'

/** What became of a row. `unsent`: something before it concerned all of them. */
export type RowOutcome<Answer> =
  | { state: 'done'; answer: Answer }
  | { state: 'failed'; error: unknown }
  | { state: 'unsent' }

/**
 * Sends the rows of an action one after the other: the server locks what it changes. One that is refused does not stop the
 * others; a lost network or an ended session does.
 * A page that is being left runs no script after its first response: those that are left then go out at once.
 */
export async function sendRows<Answer>(
  count: number,
  send: (index: number, isLeaving: boolean) => Promise<Answer>,
  leaving?: AbortSignal,
): Promise<RowOutcome<Answer>[]> {
  const sent: Promise<RowOutcome<Answer>>[] = []
  const sendNext = (isLeaving: boolean) => {
    const outcome = outcomeOf(() => send(sent.length, isLeaving))
    sent.push(outcome)
    return outcome
  }
  const leave = () => {
    while (sent.length < count) void sendNext(true)
  }
  leaving?.addEventListener('abort', leave)
  if (leaving?.aborted) leave()
  while (sent.length < count) {
    const outcome = await sendNext(false)
    if (outcome.state === 'failed' && concernsAll(outcome.error)) break
  }
  leaving?.removeEventListener('abort', leave)
  const outcomes = await Promise.all(sent)
  const unsent = Array.from({ length: count - outcomes.length }, () => ({ state: 'unsent' as const }))
  return [...outcomes, ...unsent]
}

async function outcomeOf<Answer>(send: () => Promise<Answer>): Promise<RowOutcome<Answer>> {
  try {
    return { state: 'done', answer: await send() }
  } catch (error) {
    return { state: 'failed', error }
  }
}

/** Not only the row: the next one would not succeed either. */
function concernsAll(error: unknown): boolean {
  return !isRefusal(error) || (error instanceof OfficeError && (error.status === 401 || error.status === 429))
}
