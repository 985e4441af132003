import { describe, expect, it } from 'vitest'
import { Attempts } from '#office/data/attempts.ts'
import { OfficeError, type FailureCode } from '#office/data/OfficeError.ts'

const name = '/api/adjustments/make '

const failure = (status: number, code: FailureCode) => new OfficeError('', { status, code })
const lost = failure(0, 'offline')

/** Sends it once; the key that it had. */
async function send(attempts: Attempts, error?: OfficeError): Promise<string> {
  let key = ''
  const sent = attempts.run(name, async ({ idempotencyKey }) => {
    key = idempotencyKey
    if (error) throw error
  })
  await (error ? expect(sent).rejects.toBe(error) : sent)
  return key
}

describe('what is done under a key', () => {
  it('is another one after an answer, and after a refusal', async () => {
    const attempts = new Attempts()
    const keys = [await send(attempts), await send(attempts, failure(409, 'conflict')), await send(attempts)]
    expect(new Set(keys).size).toBe(3)
    expect(attempts.isLost(name)).toBe(false)
  })

  it.each([
    ['no answer', lost],
    ['a fault of the server', failure(500, 'internal')],
    ['an unreadable answer', failure(200, 'unreadable')],
  ])('is the same after %s, until it is answered', async (_, error) => {
    const attempts = new Attempts()
    const first = await send(attempts, error)
    expect(attempts.isLost(name)).toBe(true)
    // Refused before the server has looked at the key.
    expect(await send(attempts, failure(422, 'invalid'))).toBe(first)
    expect(await send(attempts)).toBe(first)
    expect(attempts.isLost(name)).toBe(false)
    expect(await send(attempts)).not.toBe(first)
  })

  it('is over once the server has said that other content was sent before', async () => {
    const attempts = new Attempts()
    const first = await send(attempts, lost)
    expect(await send(attempts, failure(409, 'keyReused'))).toBe(first)
    expect(attempts.isLost(name)).toBe(false)
    expect(await send(attempts)).not.toBe(first)
  })

  it('is the same while it is under way: its dialog may have been closed and opened again', async () => {
    const attempts = new Attempts()
    const keys: string[] = []
    const answers: (() => void)[] = []
    const begin = () =>
      attempts.run(name, ({ idempotencyKey }) => {
        keys.push(idempotencyKey)
        return new Promise<void>((answer) => void answers.push(answer))
      })
    const both = [begin(), begin()]
    expect(keys[1]).toBe(keys[0])
    for (const answer of answers) answer()
    await Promise.all(both)
    expect(await send(attempts)).not.toBe(keys[0])
  })
})
