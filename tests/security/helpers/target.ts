import { afterAll } from 'vitest'
import { openSession } from '#server/domain/accounts/sessions.ts'
import { createTestServer, type TestPlayer, type TestServer } from '../../server/helpers/testServer.ts'
import { createClient, type HttpResponse, type Client, type HttpRequest } from './http.ts'

export interface Target extends TestServer {
  url: string
  client: Client
  /** Sends a call with this token; a write gets a new idempotency key unless it has one. */
  sendAs(token: string | undefined, sent: HttpRequest): Promise<HttpResponse>
  /** A new session of the player. */
  newToken(player: Pick<TestPlayer, 'userId'>): Promise<string>
  /** Opens a session of the chat page for the session of this token. */
  chatToken(token: string): Promise<string>
  /** Opens a slot session for the session of this token. */
  gameToken(token: string, gameCode?: string): Promise<string>
}

let keys = 0

/** Starts the whole server on a local port with its own database. */
export async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const server = await createTestServer(env)
  const url = await server.listen()
  const client = createClient(url)
  afterAll(() => client.close())
  const { deps } = server

  const sendAs: Target['sendAs'] = (token, { headers = {}, ...sent }) =>
    client.send({
      ...sent,
      headers: {
        ...(sent.method === 'GET' ? {} : { 'idempotency-key': `key-${++keys}` }),
        ...(token === undefined ? {} : { authorization: token }),
        ...headers,
      },
    })
  const dataOf = async <Data>(token: string | undefined, path: string, body: object): Promise<Data> => {
    const response = await sendAs(token, { method: 'POST', path, body })
    if (response.http !== 200) throw new Error(`${path}: ${response.http} ${response.text}`)
    return response.envelope?.data as Data
  }
  return {
    ...server,
    url,
    client,
    sendAs,
    newToken: ({ userId }) =>
      openSession(deps, deps.db, { userId, device: { deviceId: '', deviceType: 'computer' } }),
    async chatToken(token) {
      const { ticket } = await dataOf<{ ticket: string }>(token, '/api/app/chat/ticket', {})
      return (await dataOf<{ token: string }>(undefined, '/api/app/chat/session', { ticket })).token
    },
    async gameToken(token, gameCode = 'carnaval') {
      const { ticket } = await dataOf<{ ticket: string }>(token, `/api/app/game/session/${gameCode}`, {})
      return (await dataOf<{ token: string }>(undefined, '/api/games/session', { ticket, gameCode })).token
    },
  }
}
