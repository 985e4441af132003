/**
 * Sends the rows of an action one after the other: the server locks what it changes, and the first refusal stops the others.
 * A page that is being left runs no script after its first response: those that are left then go out at once.
 */
export async function sendRows<Outcome>(
  count: number,
  send: (index: number, isLeaving: boolean) => Promise<Outcome>,
  leaving?: AbortSignal,
): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = []
  const sendNext = (isLeaving: boolean) => {
    const outcome = send(sent.length, isLeaving)
    sent.push(outcome)
    return outcome
  }
  const leave = () => {
    while (sent.length < count) void sendNext(true)
  }
  leaving?.addEventListener('abort', leave)
  if (leaving?.aborted) leave()
  try {
    while (sent.length < count) await sendNext(false)
    return await Promise.all(sent)
  } finally {
    leaving?.removeEventListener('abort', leave)
    await Promise.allSettled(sent)
  }
}
