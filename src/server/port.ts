import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { StartError } from './startError.ts'

interface Address {
  host: string
  port: number
}

/**
 * Checks an address by briefly listening on it. Returns the port, or a free one for port 0. Throws a StartError
 * when it cannot be used.
 */
export async function tryPort(address: Address, variable = 'PORT'): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(address.port, address.host)
    await once(probe, 'listening')
  } catch (error) {
    throw portError(error, address, variable)
  }
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The preferred port, or any free one when it is taken. */
export async function freePort({ host, port }: Address): Promise<number> {
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
