/**
 * The URL by which connections may write although the database is read-only for others: what a connection asks for wins over the
 * database's default. Each new one needs it, and idle ones are closed after a while.
 */
export function writingUrl(url: string): string {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const options = [parameters.get('options'), '-c default_transaction_read_only=off']
  parameters.set('options', options.filter((each) => each !== null).join(' '))
  // PostgreSQL's own programs do not read a plus as a space.
  return `${address}?${parameters.toString().replaceAll('+', '%20')}`
}

/** Runs `work`; its error, with what to do by hand, goes to `say` alone, so that it replaces neither a result nor an earlier error. */
export async function cleanUp(
  byHand: string,
  work: () => Promise<void>,
  say: (text: string) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    say(`Cleaning up failed (${error instanceof Error ? error.message : String(error)}): ${byHand}`)
  }
}
