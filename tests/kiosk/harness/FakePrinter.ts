import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** What a thermal printer says about itself: of each answer only the bits that matter. */
const normal = 0x12
const offline = { ready: normal, paperOut: normal | 0x20, coverOpen: normal | 0x04 }
const paper = { ready: normal, paperOut: normal | 0x60, coverOpen: normal }

export type PrinterState = keyof typeof offline

/** A thermal printer on a port of this machine: answers questions about its state and keeps what it printed. */
export class FakePrinter {
  state: PrinterState = 'ready'
  /** False: it knows no questions, as some do not. */
  answers = true
  /** The bytes of each receipt, without the questions. */
  readonly printed: Buffer[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => this.#serve(socket))
  }

  static async start(port = 0): Promise<FakePrinter> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new FakePrinter(server)
  }

  get isListening(): boolean {
    return this.#server.listening
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      received = this.#answer(socket, received)
    })
    // The program may be killed in the middle.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (received.length > 0) this.printed.push(received)
    })
  }

  /** Answers the questions at the beginning and at the end, and returns what is to be printed. */
  #answer(socket: Socket, bytes: Buffer): Buffer {
    if (!this.answers) return bytes
    let rest = bytes
    while (rest[0] === 0x10 && rest[1] === 0x04 && rest.length >= 3) {
      socket.write(Buffer.from([rest[2] === 2 ? offline[this.state] : paper[this.state]]))
      rest = rest.subarray(3)
    }
    const end = rest.length - 3
    if (end >= 0 && rest.subarray(end).equals(Buffer.from([0x1d, 0x72, 0x01]))) {
      socket.write(Buffer.from([0]))
      this.printed.push(rest.subarray(0, end))
      return Buffer.alloc(0)
    }
    return rest
  }
}
