import { randomUUID } from 'node:crypto'

/** Makes players with money and returns their tokens. */
export async function makePlayers(serverUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  // Twenty at a time: the server counts calls of one address.
  while (tokens.length < count) {
    const batch = Math.min(20, count - tokens.length)
    tokens.push(...(await Promise.all(Array.from({ length: batch }, () => makePlayer(serverUrl)))))
  }
  return tokens
}

async function makePlayer(serverUrl: string): Promise<string> {
  const answer = await fetch(`${serverUrl}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: `bench-${randomUUID()}@example.com`,
      password: 'Segura-123',
      balance: 1_000_000,
    }),
  })
  if (!answer.ok) throw new Error(`a player: ${answer.status} ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}
