import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The way from the client to the server, on a port of its own, as a test breaks it. */
export interface CuttableNetwork {
  /** Where the client finds the server. */
  url: string
  /** Ends every connection and lets none through until `restore`. */
  cut(): void
  restore(): void
  /** The next request that contains this reaches the server; its answer is lost on the way. */
  loseAnswerTo(text: string): void
  /** How many answers were lost. */
  lost(): number
  close(): Promise<void>
}

export async function cuttableNetwork(serverUrl: string): Promise<CuttableNetwork> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let wanted: string | undefined
  let lost = 0

  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    let isLosing = false
    const end = () => {
      client.destroy()
      upstream.destroy()
      sockets.delete(client)
      sockets.delete(upstream)
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // A broken connection is what this is for.
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (data) => {
      if (wanted !== undefined && data.includes(wanted)) {
        wanted = undefined
        isLosing = true
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!isLosing) return void client.write(data)
      lost++
      end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isCut = false
    },
    loseAnswerTo(text) {
      wanted = text
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
