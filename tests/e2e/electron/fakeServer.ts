import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/**
 * A server that misbehaves on demand. The guards concern what main does with any server, so most of these
 * specs do not need the real one. It logs in with `token-1`, serves a payment page and pushes events.
 */
export class FakeServer {
  readonly seen: Seen[] = []
  readonly sockets: Socket[] = []
  url = ''
  /** The games of this server: the next port. */
  gamesUrl = ''
  readonly #http = createServer((request, response) => this.#handle(request, response))
  readonly #games = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Slot</title>')
  })
  readonly #io = new Server(this.#http, { path: '/gamecenter-siop', transports: ['websocket'] })

  async start(): Promise<void> {
    this.#io.on('connection', (socket) => {
      this.sockets.push(socket)
    })
    // Needs two adjacent ports: if the second is in use, another pair is tried.
    while (this.gamesUrl === '') {
      this.url = await listen(this.#http, 0)
      try {
        this.gamesUrl = await listen(this.#games, Number(new URL(this.url).port) + 1)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
        await new Promise((resolve) => this.#http.close(resolve))
      }
    }
  }

  async stop(): Promise<void> {
    await this.#io.close()
    this.#http.closeAllConnections()
    this.#games.close()
    this.#games.closeAllConnections()
  }

  /** What has been asked so far, and who has connected. */
  forget(): void {
    this.seen.length = 0
    this.sockets.length = 0
  }

  requests(path: string): Seen[] {
    return this.seen.filter(({ url }) => url.startsWith(path))
  }

  push(event: string, payload: unknown): void {
    this.#io.emit(event, payload)
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request
    this.seen.push({ method, url, headers })
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const html = (body: string, more: Record<string, string> = {}) =>
      response.writeHead(200, { 'Content-Type': 'text/html', ...more }).end(`<!doctype html>${body}`)
    const path = url.replace(/\?.*/, '')
    switch (path) {
      case '/api/auth/user/restLogin':
        return void json(200, { status: 0, message: '', data: { access_token: 'token-1' } })
      case '/api/test/loggedOut':
        return void json(401, { status: 401, message: '', data: null })
      case '/api/test/redirect':
        return void response.writeHead(302, { Location: '/elsewhere' }).end()
      case '/api/test/echo':
        return void json(200, { status: 0, message: '', data: headers })
      case '/pay':
        return void html('<title>Pay</title><button>Copy</button>', { 'Set-Cookie': 'payer=secret; Path=/' })
      case '/game':
        return void html('<title>Game</title><h1>Game</h1>')
      default:
        return void (path.startsWith('/api/')
          ? json(404, { status: 404, message: '', data: null })
          : html('<title>Elsewhere</title>'))
    }
  }
}

/** Returns the address. */
function listen(server: HttpServer, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    )
  })
}
