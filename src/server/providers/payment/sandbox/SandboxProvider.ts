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
import { settleByPayer } from './settle.ts'
import { registerWebhook, retryNotifications } from './webhook.ts'

const base = '/provider/sandbox'

/**
 * A payment provider without real money: it stores its own payments, serves a payment page (PIX code,
 * countdown, Pay / Cancel / Fail), and notifies the server only by a signed webhook.
 */
export function createSandboxProvider(
  deps: Pick<AppDeps, 'db' | 'config' | 'clock' | 'bus' | 'log'>,
): PaymentProvider {
  return {
    name: 'sandbox',
    methods: ['pix', 'card'],
    async charge(charge) {
      const payNo = await openPayment(deps, charge)
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
          ...(deps.config.sandbox && { settle: (payNo, action) => settleByPayer(app, deps, payNo, action) }),
        }),
      )
      retryNotifications(app, deps)
    },
  }
}
