import type { FastifyInstance } from 'fastify'
import { sandboxPath } from '#contract/sandbox.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../texts/refusal.ts'
import { refuseForeignHost } from '../http/ownHost.ts'
import { refuseStrangers } from './access.ts'
import { registerChatControls } from './chatControls.ts'
import { registerDoubleControls } from './doubleControls.ts'
import { injectFaults, type FaultInjector } from './faults.ts'
import { registerFeedControls } from './feedControls.ts'
import { registerIdentityControls } from './identityControls.ts'
import { registerMachineControls } from './machineControls.ts'
import { registerMailboxControls } from './mailboxControls.ts'
import { serveSandboxPage } from './page.ts'
import { registerPaymentControls } from './paymentControls.ts'
import { registerPastControls } from './pastControls.ts'
import { followPlayerClocks } from './playerClocks.ts'
import { registerPlayerControls } from './playerControls.ts'
import { registerTerminalControls } from './terminalControls.ts'
import { registerVoucherControls } from './voucherControls.ts'

/**
 * Registers the controls for QA and demonstrations under /sandbox/api, and the page that calls them at /sandbox.
 * Called only where the sandbox is on; elsewhere these addresses do not exist.
 */
export async function registerSandbox(app: FastifyInstance, deps: AppDeps): Promise<FaultInjector> {
  const faults = await injectFaults(app, deps)
  const playerClocks = await followPlayerClocks(app, deps)
  await app.register(async (scope) => {
    // Another site's page in a tester's browser must not be able to call these controls.
    scope.addHook('onRequest', async (request) => {
      const { origin, host } = request.headers
      refuseForeignHost(request.hostname, deps.config)
      if (origin !== undefined && hostOf(origin) !== host) throw new Refusal('forbidden')
      // The route, not the address as it was written: the router takes /%73andbox/ for /sandbox/.
      if (request.routeOptions.url?.startsWith(`${sandboxPath}/api/`)) refuseStrangers(request, deps.config)
    })
    scope.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store'))
    registerMailboxControls(scope, deps)
    registerPlayerControls(scope, deps)
    registerPastControls(scope, { ...deps, app, playerClocks })
    registerDoubleControls(scope, deps)
    registerPaymentControls(scope, app, deps)
    registerChatControls(scope, deps)
    registerIdentityControls(scope, deps)
    registerFeedControls(scope, deps)
    registerTerminalControls(scope, deps)
    registerVoucherControls(scope, deps)
    registerMachineControls(scope, deps, { faults, playerClocks })
    await serveSandboxPage(scope, deps.config)
  })
  return faults
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
