import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** What a thermal printer says about itself: of each answer only the bits that matter. */
const normal = 0x12
const offline = { ready: normal, paperLow: normal, paperOut: normal | 0x20, coverOpen: normal | 0x04 }
const paper = { ready: normal, paperLow: normal | 0x0c, paperOut: normal | 0x60, coverOpen: normal }
/** The four bytes that it sends by itself when it is set to (ASB): state, errors, paper, nothing. */
const pushed = {
  ready: [0x14, 0, 0, 0],
  paperLow: [0x14, 0, 0x03, 0],
  paperOut: [0x1c, 0, 0x0f, 0],
  coverOpen: [0x3c, 0, 0, 0],
}

export type FakePrinterState = keyof typeof offline

const questions = {
  /** DLE EOT n: about its state. */
  state: [0x10, 0x04],
  /** GS r 1: about its paper, answered when everything before it is printed. */
  paper: [0x1d, 0x72],
  /** GS a 0: no status by itself. */
  stopPushing: [0x1d, 0x61],
  /** DLE DC4 8: delete what waits. */
  clear: [0x10, 0x14],
}
const questionLength = 3
const clearLength = 10
const cleared = Buffer.of(0x37, 0x25, 0x00)

/** A thermal printer on a port of this machine: answers questions about its state and keeps what it printed. */
export class FakePrinter {
  state: FakePrinterState = 'ready'
  /** False: it knows no questions, as some do not. */
  answers = true
  /** False: it only knows questions about its state. */
  tellsEnd = true
  /** True: it sends its status when somebody connects and whenever something changes, until it is told not to. */
  pushes = false
  /** True: the paper ends while the next receipt is printed. */
  runsOut = false
  /** True: it hangs up when its paper ends. */
  hangsUp = false
  /** False: it does not know the command that deletes what waits in it. */
  clears = true
  /** What waits for a new roll. */
  #waiting: Buffer[] = []
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

  /** Staff put a new roll in: it goes on with what it has. */
  changeRoll(): void {
    this.state = 'ready'
    this.runsOut = false
    this.printed.push(...this.#waiting.splice(0))
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    if (this.pushes) socket.write(Buffer.from(pushed[this.state]))
    socket.on('data', (data) => {
      received = this.answers
        ? this.#answer(socket, Buffer.concat([received, data]))
        : Buffer.concat([received, data])
    })
    // The program may be killed in the middle.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (received.length > 0) (this.state === 'paperOut' ? this.#waiting : this.printed).push(received)
    })
  }

  /** Answers every question in what it has received, and returns what is to be printed and was not yet. */
  #answer(socket: Socket, bytes: Buffer): Buffer {
    const rest: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const starts = ([first, second]: number[]) => bytes[at] === first && bytes[at + 1] === second
      if (starts(questions.state)) {
        if (this.pushes) socket.write(Buffer.from(pushed[this.state]))
        socket.write(Buffer.of(bytes[at + 2] === 2 ? offline[this.state] : paper[this.state]))
      } else if (starts(questions.stopPushing)) {
        this.pushes = false
      } else if (starts(questions.paper)) {
        this.#finish(socket, Buffer.from(rest.splice(0)))
      } else if (this.clears && starts(questions.clear)) {
        rest.length = 0
        this.#waiting = []
        at += clearLength - questionLength
        socket.write(cleared)
      } else {
        rest.push(bytes[at] ?? 0)
        continue
      }
      at += questionLength - 1
    }
    if (rest.length > 0 && this.runsOut) this.#endPaper(socket)
    return Buffer.from(rest)
  }

  #finish(socket: Socket, receipt: Buffer): void {
    if (!this.tellsEnd) return
    if (this.runsOut && receipt.length > 0) {
      this.#waiting.push(receipt)
      this.#endPaper(socket)
      return
    }
    if (receipt.length > 0) this.printed.push(receipt)
    socket.write(Buffer.of(0))
  }

  #endPaper(socket: Socket): void {
    this.state = 'paperOut'
    if (this.hangsUp) socket.destroy()
  }
}
