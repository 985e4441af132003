import { io, type Socket } from 'socket.io-client'
import { afterEach } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'

const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

/**
 * Connects to the server at `url` as the player with this token, until the end of the test. `listen` is called before the
 * connection opens, so that it misses no event. Rejects when the server refuses the connection.
 */
export async function openSocket(
  url: string,
  token: string,
  listen?: (socket: Socket) => void,
): Promise<Socket> {
  const socket = io(url, {
    path: realtimePath,
    transports: ['websocket'],
    query: { token },
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  listen?.(socket)
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}
