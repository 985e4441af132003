import { observer } from 'mobx-react-lite'
import type { PaymentStore } from '../../stores/PaymentStore.ts'
import { PaymentFrame } from './PaymentFrame.tsx'
import { PaymentWaiting } from './PaymentWaiting.tsx'

interface PaymentDialogProps {
  payment: PaymentStore
  /** Leaves without cancelling: the order waits to be completed. */
  onClose: () => void
}

/** "Complete sua recarga" (spec §2): with the payment page inside where we frame it, else beside its window. */
export const PaymentDialog = observer(function PaymentDialog({ payment, onClose }: PaymentDialogProps) {
  const { order } = payment
  if (!order) return null
  return payment.isFrame && payment.isPageOpen ? (
    <PaymentFrame payment={payment} order={order} onClose={onClose} />
  ) : (
    <PaymentWaiting payment={payment} order={order} onClose={onClose} />
  )
})
