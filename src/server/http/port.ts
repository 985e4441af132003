import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { StartError } from '../config/startError.ts'

interface Address {
  host: string
  port: number
}

/** A port that can be listened on. */
export interface FoundPort {
  number: number
  /** Call it right before listening: until then nobody else can take a port that was chosen here. */
  release(): Promise<void>
}

/**
 * Finds out whether a port is free: a StartError names `variable` if it is not. Port 0 chooses one, and keeps it until it
 * is released: the start of a database takes seconds, in which another program could be given the same one.
 */
export async function tryPort(address: Address, variable = 'PORT'): Promise<FoundPort> {
  const probe = createServer((socket) => socket.destroy())
  try {
    probe.listen(address.port, address.host)
    await once(probe, 'listening')
  } catch (error) {
    throw portError(error, address, variable)
  }
  const { port } = probe.address() as AddressInfo
  let released: Promise<void> | undefined
  const found = {
    number: port,
    release: () => (released ??= new Promise<void>((resolve) => probe.close(() => resolve()))),
  }
  // A configured port is known to players and health checks: nobody must find it open before the server is ready.
  if (address.port !== 0) await found.release()
  return found
}

/** The preferred port, or any free one when it is taken. */
export async function freePort({ host, port }: Address): Promise<FoundPort> {
  try {
    return await tryPort({ host, port })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return tryPort({ host, port: 0 })
  }
}

/**
 * Turns an error of `listen` into a StartError where the operator can fix it; `variable` names the port's
 * setting.
 */
export function portError(error: unknown, { host, port }: Address, variable = 'PORT'): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is already in use; set ${variable} to another port.`, {
        cause: error,
      })
    case 'EACCES':
      return new StartError(`Port ${port} needs more privileges; set ${variable} to a port above 1023.`, {
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is not an address of this machine.`, { cause: error })
    default:
      return error
  }
}
