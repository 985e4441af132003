import { observer } from 'mobx-react-lite'
import { useMessage } from '../i18n/useMessage.ts'
import { useStores } from '../stores/useStores.ts'
import { Toaster } from '../ui/Toaster.tsx'

/** Shows each toast of the stores for 1500 ms. */
export const ToastHost = observer(function ToastHost() {
  const message = useMessage()
  const { alerts } = useStores()
  const toasts = alerts.toasts.map(({ id, message: said, tone }) => ({ id, text: message(said), tone }))
  return <Toaster toasts={toasts} onEnd={(id) => alerts.dismissToast(id)} />
})
