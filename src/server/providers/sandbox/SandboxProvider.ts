import type { AppDeps } from '../../app.ts'
import type { PaymentProvider } from '../PaymentProvider.ts'
import { callOffPayment, openPayment, refundPayment } from './payments.ts'
import { registerPayPage } from './payPage.ts'
import { registerWebhook, retryNotices } from './webhook.ts'

/**
 * A payment provider without money: keeps its own books, serves its own payment page (PIX code, countdown,
 * Pay / Cancel / Fail) and tells the server through a signed webhook, and only so.
 */
export function createSandboxProvider(deps: Pick<AppDeps, 'db' | 'config'>): PaymentProvider {
  return {
    name: 'sandbox',
    async charge(charge, tx) {
      const payNo = await openPayment(deps, tx, charge)
      return { payNo, url: `${deps.config.publicUrl}/provider/sandbox/pay/${payNo}` }
    },
    cancel: (payNo) => callOffPayment(deps, payNo),
    refund: (payNo) => refundPayment(deps, payNo),
    async registerRoutes(app, appDeps, onNotice) {
      await registerWebhook(app, appDeps, onNotice)
      await registerPayPage(app, appDeps)
      retryNotices(app, appDeps)
    },
  }
}
