import type { PaymentMethod } from '#contract/http/appInfo.ts'
import type { AppDeps } from '../../../deps.ts'
import type { PaymentProvider } from '../PaymentProvider.ts'
import {
  cancelPayment,
  findPayment,
  listReceived,
  openPayment,
  paymentReturns,
  paymentStatus,
  refundPayment,
} from './payments.ts'
import { registerPayPage } from '../payPage/payPage.ts'
import { cardDesk } from './cardDesk.ts'
import { settleByPayer } from './settle.ts'
import { registerWebhook, retryNotifications } from './webhook.ts'

const base = '/provider/sandbox'

/**
 * A payment provider without real money: it stores its own payments, serves a payment page (PIX code,
 * countdown, Pay / Cancel / Fail, and a form for test cards), and notifies the server only by a signed webhook.
 */
export function createSandboxProvider(
  deps: Pick<AppDeps, 'db' | 'config' | 'clock' | 'bus' | 'log'>,
): PaymentProvider {
  // Anybody can look up the numbers of test cards, so that outside the sandbox they would be free money.
  const methods: PaymentMethod[] = deps.config.sandbox ? ['pix', 'card'] : ['pix']
  return {
    name: 'sandbox',
    methods,
    async charge(charge) {
      const offered = charge.methods.filter((method) => methods.includes(method))
      const payNo = await openPayment(deps, { ...charge, methods: offered })
      return { payNo, url: `${deps.config.publicUrl}${base}/pay/${payNo}` }
    },
    status: (id) => paymentStatus(deps, id),
    cancel: (id) => cancelPayment(deps, id),
    refund: (id) => refundPayment(deps, id),
    returns: (id) => paymentReturns(deps, id),
    listReceived: (range) => listReceived(deps, range),
    async registerRoutes(app, onNotification) {
      await registerWebhook(app, deps, onNotification)
      await app.register((scope) =>
        registerPayPage(scope, deps, {
          base,
          find: (payNo) => findPayment(deps, { payNo }),
          ...(deps.config.sandbox && {
            settle: (payNo, action) => settleByPayer(app, deps, payNo, action),
            cards: cardDesk(app, deps),
          }),
        }),
      )
      retryNotifications(app, deps)
    },
  }
}
