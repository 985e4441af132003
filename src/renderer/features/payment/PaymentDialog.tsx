import { observer } from 'mobx-react-lite'
import { PaymentFrame } from './PaymentFrame.tsx'
import type { PaymentStore } from './PaymentStore.ts'
import { PaymentWaiting } from './PaymentWaiting.tsx'

interface PaymentDialogProps {
  payment: PaymentStore
  /** Leaves without cancelling: the order can be completed later. From its page, that leads here first. */
  onClose: () => void
}

/**
 * "Complete sua recarga": contains the payment page where the host frames it, otherwise accompanies its
 * window.
 */
export const PaymentDialog = observer(function PaymentDialog({ payment, onClose }: PaymentDialogProps) {
  const { order } = payment
  if (!order) return null
  return payment.isFrame && payment.isPageOpen ? (
    <PaymentFrame payment={payment} order={order} onClose={() => payment.closePage()} />
  ) : (
    <PaymentWaiting payment={payment} order={order} onClose={onClose} />
  )
})
