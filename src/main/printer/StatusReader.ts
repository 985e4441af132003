import type { Socket } from 'node:net'

/** `state`: answers to DLE EOT; `sensor`: answers to GS r; `cleared`: to DLE DC4 8. */
type Answer = 'state' | 'sensor' | 'cleared'

/** The bits that ESC/POS fixes in each kind of status byte, and their values. */
const kindBits = 0x93
const stateAnswer = 0x12
/** The first of four bytes of the status that a printer sends by itself (ASB), as some are set to do. */
const pushedStatus = 0x10
const pushedRest = 3
const sensorBits = 0x90
/** The first of the three bytes by which a printer confirms that its buffers are clear. */
const clearedHeader = 0x37
const clearedRest = 2

/** Sorts what a thermal printer sends: answers to both kinds of questions, and status that nobody asked for. */
export class StatusReader {
  readonly #socket: Socket
  readonly #onPushed: () => void
  readonly #answers: Record<Answer, number[]> = { state: [], sensor: [], cleared: [] }
  /** Bytes of a pushed status that are still to come. */
  #pushedLeft = 0
  #clearedLeft = 0
  #hasPushed = false
  #notify: () => void = () => undefined

  /** `onPushed` is called at the first status that nobody asked for. */
  constructor(socket: Socket, onPushed: () => void) {
    this.#socket = socket
    this.#onPushed = onPushed
    socket.on('data', (data) => {
      for (const byte of data) this.#take(byte)
      this.#notify()
    })
    socket.on('close', () => this.#notify())
  }

  /** The next answer; null: none within the time, or the printer hung up. */
  async next(kind: Answer, timeoutMs: number): Promise<number | null> {
    const end = performance.now() + timeoutMs
    while (this.#answers[kind].length === 0 && !this.#socket.destroyed) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) break
      await this.#nextData(leftMs)
    }
    return this.#answers[kind].shift() ?? null
  }

  /** Answers that came too late for their question. */
  forget(kind: Answer): void {
    this.#answers[kind] = []
  }

  #nextData(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      this.#notify = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #take(byte: number): void {
    if (byte === clearedHeader) {
      this.#clearedLeft = clearedRest
    } else if (this.#clearedLeft > 0) {
      this.#clearedLeft--
      if (this.#clearedLeft === 0) this.#answers.cleared.push(byte)
    } else if ((byte & kindBits) === stateAnswer) {
      this.#answers.state.push(byte)
    } else if ((byte & kindBits) === pushedStatus) {
      this.#pushedLeft = pushedRest
      if (!this.#hasPushed) this.#onPushed()
      this.#hasPushed = true
    } else if ((byte & sensorBits) === 0) {
      if (this.#pushedLeft > 0) this.#pushedLeft--
      else this.#answers.sensor.push(byte)
    }
  }
}
