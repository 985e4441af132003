import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

/** A printer on a port of this machine that takes what is sent to it, such as by the `socket` backend of CUPS. */
export class PortPrinter {
  readonly #server: Server
  readonly #printed: Buffer[]

  private constructor(server: Server, printed: Buffer[]) {
    this.#server = server
    this.#printed = printed
  }

  static async start(): Promise<PortPrinter> {
    const printed: Buffer[] = []
    const server = createServer((socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('end', () => printed.push(Buffer.concat(chunks)))
      socket.on('error', () => socket.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new PortPrinter(server, printed)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** What came out of it, the oldest first. */
  get printed(): readonly string[] {
    return this.#printed.map((bytes) => bytes.toString('latin1'))
  }

  stop(): void {
    this.#server.close()
  }
}

/** A port that nothing listens on. */
export async function unusedPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
