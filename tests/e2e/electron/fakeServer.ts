import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/**
 * A server that misbehaves on demand: the guards are about what main does with any server, so most of these
 * specs do without the real one. Logs in with `token-1`, serves a payment page, pushes events.
 */
export class FakeServer {
  readonly seen: Seen[] = []
  readonly sockets: Socket[] = []
  url = ''
  readonly #http = createServer((request, response) => this.#answer(request, response))
  readonly #io = new Server(this.#http, { path: '/gamecenter-siop', transports: ['websocket'] })

  async start(): Promise<void> {
    this.#io.on('connection', (socket) => {
      this.sockets.push(socket)
    })
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await this.#io.close()
    this.#http.closeAllConnections()
  }

  requests(path: string): Seen[] {
    return this.seen.filter(({ url }) => url.startsWith(path))
  }

  push(event: string, payload: unknown): void {
    this.#io.emit(event, payload)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
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
