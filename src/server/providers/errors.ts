/**
 * No answer came from a provider, or one that does not tell what it did: whether the call has had an effect is unknown
 * until the provider is asked. Repeating the call with the same id is harmless.
 */
export class AnswerUnknownError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AnswerUnknownError'
  }
}

/** The provider has answered that it will not do this. The call had no effect, and repeating it is useless. */
export class ProviderRefusedError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ProviderRefusedError'
  }
}

/** What a provider was asked for is still under way, or may be. That is nobody's fault; the provider is asked again later. */
export class UnderWayError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnderWayError'
  }
}

/** A provider that takes longer, in ms, is treated as one that does not answer. */
const answerMs = 10_000

/** Asks a provider. Any error but a refusal, and any delay beyond ten seconds, is an AnswerUnknownError. */
export async function answerOf<T>(ask: () => Promise<T>, limitMs = answerMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AnswerUnknownError(`no answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([ask(), late])
  } catch (cause) {
    if (cause instanceof AnswerUnknownError || cause instanceof ProviderRefusedError) throw cause
    throw new AnswerUnknownError('the provider did not answer', { cause })
  } finally {
    clearTimeout(timer)
  }
}
