import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { registerChatControls } from './chatControls.ts'
import { registerConsole } from './console.ts'
import { registerDoubleControls } from './doubleControls.ts'
import { injectFaults } from './faults.ts'
import { registerFeedControls } from './feedControls.ts'
import { registerMachineControls } from './machineControls.ts'
import { registerMailboxControls } from './mailboxControls.ts'
import { registerPaymentControls } from './paymentControls.ts'
import { registerPlayerControls } from './playerControls.ts'

/**
 * Registers the controls for QA and demonstrations under /sandbox/api, and the operator console at /sandbox.
 * Called only where the sandbox is on; elsewhere these addresses do not exist.
 */
export async function registerSandbox(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const faults = await injectFaults(app, deps)
  await app.register(async (scope) => {
    // Another site's page in a tester's browser must not be able to call these controls.
    scope.addHook('onRequest', async (request) => {
      const { origin, host } = request.headers
      if (!isOwnHost(request.hostname, deps.config)) throw new Refusal('forbidden')
      if (origin !== undefined && hostOf(origin) !== host) throw new Refusal('forbidden')
    })
    scope.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store'))
    registerMailboxControls(scope, deps)
    registerPlayerControls(scope, deps)
    registerDoubleControls(scope, deps)
    registerPaymentControls(scope, app, deps)
    registerChatControls(scope, deps)
    registerFeedControls(scope, deps)
    registerMachineControls(scope, deps, faults)
    await registerConsole(scope)
  })
}

/**
 * Prevents DNS rebinding: a site that points its own domain at this machine would be on the same origin as
 * these controls. It cannot do that with an IP address, a local name or our own domain.
 */
function isOwnHost(hostname: string, { publicUrl, host }: ServerConfig): boolean {
  const name = hostname.toLowerCase()
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  if (name === new URL(publicUrl).hostname || name === host.toLowerCase()) return true
  return !name.includes('.') || /\.(localhost|local)$/.test(name)
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
