import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between client and server that a test can cut. */
export interface CuttableNetwork {
  /** The address for the client. */
  url: string
  /** Ends every connection and refuses new ones until `restore`. */
  cut(): void
  /** Ends every connection, and responds to every request with a login page with this status until `restore`. */
  capture(status: number): void
  restore(): void
  /** Drops the response to the next request that contains this text; the request itself reaches the server. */
  dropResponseTo(text: string): void
  /** How many responses were lost. */
  dropped(): number
  close(): Promise<void>
}

export async function cuttableNetwork(serverUrl: string): Promise<CuttableNetwork> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let captured: string | undefined
  let dropTrigger: string | undefined
  let droppedCount = 0

  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    if (captured !== undefined) return respond(client, captured)
    const upstream = connect(Number(port), hostname)
    let isDropping = false
    const end = () => {
      client.destroy()
      upstream.destroy()
      sockets.delete(client)
      sockets.delete(upstream)
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Broken connections are expected here.
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (data) => {
      if (dropTrigger !== undefined && data.includes(dropTrigger)) {
        dropTrigger = undefined
        isDropping = true
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!isDropping) return void client.write(data)
      droppedCount++
      end()
    })
  })
  /** The same to whatever comes. */
  function respond(client: Socket, response: string): void {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => sockets.delete(client))
    client.once('data', () => client.end(response))
  }
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      endAll()
    },
    capture(status) {
      captured = loginPage(status)
      endAll()
    },
    restore() {
      isCut = false
      if (captured !== undefined) endAll()
      captured = undefined
    },
    dropResponseTo(text) {
      dropTrigger = text
    },
    dropped: () => droppedCount,
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function loginPage(status: number): string {
  const page = '<!doctype html><title>Wi-Fi</title><h1>Log in to the network</h1>'
  return [
    `HTTP/1.1 ${status} Captured`,
    'Content-Type: text/html',
    `Content-Length: ${page.length}`,
    'Connection: close',
    '',
    page,
  ].join('\r\n')
}
