import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** The network between a terminal and its server, on which someone listens. */
export interface TappedNetwork {
  /** The address for the terminal. */
  url: string
  /** The session tokens of all calls so far. */
  tokens: ReadonlySet<string>
  /** All that the server has sent so far. */
  received(): string
  close(): void
}

export async function tapNetwork(serverUrl: string): Promise<TappedNetwork> {
  const { hostname, port } = new URL(serverUrl)
  const tokens = new Set<string>()
  let received = ''
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.on('data', (data) => {
      const token = /^authorization: (\S+)/im.exec(data.toString('latin1'))?.[1]
      if (token) tokens.add(token)
    })
    upstream.on('data', (data) => (received += data.toString('latin1')))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      // The other end was closed.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    tokens,
    received: () => received,
    close: () => void server.close(),
  }
}
