import { randomUUID } from 'node:crypto'

/** Creates players with money and returns their tokens. */
export async function makePlayers(serverUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  // Twenty at a time, because the server limits the calls from one address.
  while (tokens.length < count) {
    const batch = Math.min(20, count - tokens.length)
    tokens.push(...(await Promise.all(Array.from({ length: batch }, () => makePlayer(serverUrl)))))
  }
  return tokens
}

async function makePlayer(serverUrl: string): Promise<string> {
  const response = await fetch(`${serverUrl}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: `bench-${randomUUID()}@example.com`,
      password: 'Segura-123',
      balance: 1_000_000,
    }),
  })
  if (!response.ok) throw new Error(`no player: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}
