/** Chunk load timeout in ms; after it the screen says so and offers a retry. */
const chunkTimeoutMs = 120_000

/** Resolves with what `load` returns, or rejects when that takes too long. */
export async function withTimeout<Value>(load: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk timeout')), chunkTimeoutMs)
  })
  return Promise.race([load, timeout]).finally(() => clearTimeout(timer))
}
