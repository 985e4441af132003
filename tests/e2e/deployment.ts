import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** The server behind a proxy, where a test installs a new version and cuts the network. */
export interface Deployment {
  /** The address for the client. */
  url: string
  /** From now on, the service worker is that of a new version. */
  installNewVersion(): void
  /** From now on, files whose path contains this are gone, as those of an old version are. */
  removeFiles(part: string): void
  /** Ends every connection and refuses new ones until `restore`. */
  cut(): void
  /** Responds to every request with the login page of a network until `restore`. */
  capture(): void
  restore(): void
  close(): Promise<void>
}

/** Stands in the place of the build's own name, 16 digits. */
const newBuild = 'f'.repeat(16)

const loginPage = '<!doctype html><title>Wi-Fi</title><h1>Log in to the network</h1>'

/** `isNamed`: the server answers its own address only, so calls name that as their host and origin. */
export async function deploymentOf(serverUrl: string, isNamed = false): Promise<Deployment> {
  const { hostname, port, host, origin } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let isCaptured = false
  let isNew = false
  let removed: string | undefined

  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? ''
    if (isCaptured) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(loginPage)
    if (removed !== undefined && path.includes(removed)) return void response.writeHead(404).end()
    const isWorker = isNew && path === '/sw.js'
    const headers = { ...incoming.headers }
    if (isNamed) {
      headers.host = host
      if (headers.origin !== undefined) headers.origin = origin
    }
    if (isWorker)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    const outgoing = request({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      if (!isWorker) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        return void answer.pipe(response)
      }
      void text(answer).then((code) => {
        const { 'content-length': _, ...kept } = answer.headers
        response.writeHead(200, { ...kept, etag: newBuild }).end(withNewBuild(code))
      })
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }
  const server = createServer(forward)
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    track(socket)
  })
  // The real-time connection.
  server.on('upgrade', (incoming, client: Socket, head) => {
    const upstream = connect(Number(port), hostname)
    track(upstream)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    client.pipe(upstream).pipe(client)
  })
  function track(socket: Socket) {
    sockets.add(socket)
    // Broken connections are expected here.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    installNewVersion() {
      isNew = true
    },
    removeFiles(part) {
      removed = part
    },
    cut() {
      isCut = true
      endAll()
    },
    capture() {
      isCaptured = true
      endAll()
    },
    restore() {
      isCut = false
      isCaptured = false
    },
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function withNewBuild(code: string): string {
  const changed = code.replaceAll(/\b[0-9a-f]{16}\b/g, newBuild)
  if (changed === code) throw new Error('the service worker does not name its build')
  return changed
}
