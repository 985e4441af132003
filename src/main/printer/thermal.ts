import { connect, type Socket } from 'node:net'
import { PrintError } from './PaperDocument.ts'

const connectMs = 4_000
/** A printer that knows the question answers at once; some know none. */
const statusMs = 1_500
/** A receipt takes a second or two. */
const printMs = 15_000

/** DLE EOT n: answered at once, also while printing and while the paper is out. */
const offlineCause = Buffer.from([0x10, 0x04, 0x02])
const paperSensor = Buffer.from([0x10, 0x04, 0x04])
/** GS r 1: answered when everything before it was printed. */
const paperAfterPrinting = Buffer.from([0x1d, 0x72, 0x01])

const coverOpen = 0x04
const stoppedByPaper = 0x20
const printerError = 0x40
const paperEnd = 0x60
/** Of the answer to GS r 1. */
const paperEndAfter = 0x0c

/**
 * Prints on a thermal printer of the network (port 9100) and resolves when the paper is printed. A printer that does not
 * answer questions about its state gets the bytes all the same. Throws a PrintError.
 */
export async function printThermal({ hostname, port }: URL, bytes: Uint8Array): Promise<void> {
  const socket = await open(hostname, Number(port || 9100))
  try {
    const answers = readAnswers(socket)
    const isKnown = await checkState(socket, answers)
    socket.write(bytes)
    if (isKnown) await waitUntilPrinted(socket, answers)
    else await closed(socket)
  } finally {
    socket.destroy()
  }
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port })
    const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${connectMs} ms`)), connectMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(new PrintError('unreachable', error.message))
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Without one, an error between two waits would end the program; the waits end by `close`.
      socket.on('error', (error) => console.warn('printer', error.message))
      resolve(socket)
    })
  })
}

/** The next byte of the printer; null: none within the time, or it hung up. */
type ReadAnswer = (timeoutMs: number) => Promise<number | null>

function readAnswers(socket: Socket): ReadAnswer {
  const received: number[] = []
  let notify: () => void = () => undefined
  socket.on('data', (data) => {
    received.push(...data)
    notify()
  })
  socket.on('close', () => notify())
  return async (timeoutMs) => {
    if (received.length === 0 && !socket.destroyed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        notify = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return received.shift() ?? null
  }
}

/** Asks before printing, so that nothing is lost in the buffer of a printer that cannot print. False: no answer. */
async function checkState(socket: Socket, answer: ReadAnswer): Promise<boolean> {
  socket.write(offlineCause)
  const cause = await answer(statusMs)
  if (cause === null) return false
  socket.write(paperSensor)
  const paper = (await answer(statusMs)) ?? 0
  if (cause & coverOpen) throw new PrintError('coverOpen', 'the cover is open')
  if (cause & stoppedByPaper || paper & paperEnd) throw new PrintError('paperOut', 'the paper is out')
  if (cause & printerError) throw new PrintError('failed', 'the printer reports an error')
  return true
}

async function waitUntilPrinted(socket: Socket, answer: ReadAnswer): Promise<void> {
  socket.write(paperAfterPrinting)
  const after = await answer(printMs)
  if (after !== null) {
    // The last line was printed on the end of the roll.
    if (after & paperEndAfter) console.warn('printer: the paper is out')
    return
  }
  if (socket.destroyed) throw new PrintError('unreachable', 'the printer hung up')
  await checkState(socket, answer)
  throw new PrintError('failed', `not printed within ${printMs} ms`)
}

/** Resolves when the printer has received everything. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new PrintError('unreachable', 'the printer accepts no data')),
      printMs,
    )
    const done = (hadError: boolean) => {
      clearTimeout(timer)
      if (hadError) reject(new PrintError('unreachable', 'the printer hung up'))
      else resolve()
    }
    socket.once('close', done)
    socket.end()
  })
}
