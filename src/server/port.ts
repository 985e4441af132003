import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { StartError } from './startError.ts'

interface Place {
  host: string
  port: number
}

/** Whether a server may listen there: StartError when not. Answers the port; for 0 one that is free. */
export async function tryPort(place: Place, variable = 'PORT'): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(place.port, place.host)
    await once(probe, 'listening')
  } catch (error) {
    throw portError(error, place, variable)
  }
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A free port near the one that is wished for: that one, or any other when it is taken. */
export async function freePort({ host, port }: Place): Promise<number> {
  try {
    return await tryPort({ host, port })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return tryPort({ host, port: 0 })
  }
}

/** An error of listening as a StartError, where it is one that the operator can repair; `variable` names the port. */
export function portError(error: unknown, { host, port }: Place, variable = 'PORT'): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is already in use; set ${variable} to another one.`, {
        cause: error,
      })
    case 'EACCES':
      return new StartError(`Port ${port} may not be used by this user; set ${variable} to one above 1023.`, {
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is no address of this machine.`, { cause: error })
    default:
      return error
  }
}
