import { AnswerUnknownError } from './errors.ts'

/** How long a response may take, in ms. */
const timeoutMs = 8_000
/** Larger responses are refused. */
const maxChars = 64 * 1024

interface JsonRequest {
  method: 'PUT'
  /** Sent as a bearer token. */
  token: string
  /** Bytes are a JPEG. */
  body: object | Buffer
}

/**
 * A call to a provider that answers with JSON, or with a text, which is returned as it is. Throws AnswerUnknownError when
 * there is no response; the address is not part of any error, because it may contain a CPF.
 */
export async function requestJson(
  url: string,
  { method, token, body }: JsonRequest,
): Promise<{ status: number; body: unknown }> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json',
  }
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    if (text.length > maxChars) throw new AnswerUnknownError('the response is too long')
    return { status: response.status, body: parsed(text) }
  } catch (error) {
    if (error instanceof AnswerUnknownError) throw error
    throw new AnswerUnknownError(`no usable response: ${error instanceof Error ? error.name : 'unknown'}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
