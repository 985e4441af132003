/** The product's server, taking in the matches and prices of the bench's wire as a provider's. */
import { once } from 'node:events'
import { ReplayProvider } from '../src/server/providers/feed/replay/ReplayProvider.ts'
import { startServer } from '../src/server/startServer.ts'
import { listenForLines, messageOf } from './feedWire.ts'

let connected: (port: number) => void = () => undefined
const wire = new Promise<number>((resolve) => {
  connected = resolve
})
ReplayProvider.prototype.run = async function ({ sink, signal }) {
  const port = await listenForLines((lines, answer) => {
    sink.take(lines.map(messageOf)).then(
      () => answer(`stored ${lines.length}`),
      (error: unknown) => console.error(error),
    )
  })
  connected(port)
  if (!signal.aborted) await once(signal, 'abort')
}

const server = await startServer(process.env)
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.({ ready: `${server.url} ${await wire}` })
