import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createTestServer } from './helpers/testServer.ts'

const { app } = await createTestServer()

const list = '/api/app/game/list'
const responseTo = (encodings: string | undefined, url = list, method: 'GET' | 'POST' = 'GET') =>
  app.inject({
    method,
    url,
    ...(encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } }),
  })

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)(
  'a long read for a caller that accepts %s is sent as %s',
  async (accepted, encoding, decompress) => {
    const plain = await responseTo(undefined)
    const response = await responseTo(accepted)
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(response.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(String(response.headers['vary'])).toContain('Accept-Encoding')
    expect(decompress(response.rawPayload).toString()).toBe(plain.payload)
    expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  },
)

it('is sent as it is to a caller that accepts nothing of it, and caches tell them apart', async () => {
  for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
    const { headers, payload } = await responseTo(accepted)
    expect(headers['content-encoding'], accepted).toBeUndefined()
    expect(headers['vary'], accepted).toContain('Accept-Encoding')
    expect((JSON.parse(payload) as { status: number }).status).toBe(0)
  }
})

it('short reads and all writes are not compressed', async () => {
  const short = await responseTo('br', '/api/app/sports/overview')
  expect(short.payload.length).toBeLessThan(1024)
  expect(short.headers['content-encoding']).toBeUndefined()
  const { data } = (
    await responseTo(undefined, '/api/app/sports/matches?sport=football&when=upcoming')
  ).json<{
    data: { matches: { matchId: string; markets: { options: { key: string }[] }[] }[] }
  }>()
  const [match] = data.matches
  const legs = match?.markets.flatMap(({ options }) =>
    options.map(({ key }) => ({ matchId: match.matchId, key })),
  )
  const write = await app.inject({
    method: 'POST',
    url: '/api/app/sports/quote',
    headers: { 'accept-encoding': 'br' },
    payload: { legs: [...(legs ?? []), ...(legs ?? [])].slice(0, 15) },
  })
  expect(write.statusCode).toBe(200)
  expect(write.payload.length).toBeGreaterThan(1024)
  expect(write.headers['content-encoding']).toBeUndefined()
})
