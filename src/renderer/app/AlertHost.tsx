import { observer } from 'mobx-react-lite'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessage } from '../i18n/useMessage.ts'
import { useStores } from '../stores/useStores.ts'
import { MountWhenLoaded } from '../ui/MountWhenLoaded.tsx'
import { reloadFailedStyles } from './loadWithRetry.ts'

const retryMs = 1_000
/** Loads after the first paint. */
const preloadDelayMs = 2_500

/** The dialog's style sheet may be among those that failed. Only then does the dialog wait for them. */
let hasFailed = false

/** Alerts often report a lost network, so their chunk is preloaded and retried until it arrives. */
async function loadDialog() {
  for (;;) {
    try {
      if (hasFailed) await reloadFailedStyles()
      return { default: (await import('../ui/AlertDialog.tsx')).AlertDialog }
    } catch (error) {
      hasFailed = true
      console.info('alert not loaded', error)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

const AlertDialog = lazy(loadDialog)

/** Shows the alerts of the stores one after the other, each with "Eu entendi". */
export const AlertHost = observer(function AlertHost() {
  const { t } = useTranslation()
  const message = useMessage()
  const { alerts } = useStores()
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog(), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const alert = alerts.current
  return (
    <MountWhenLoaded isOpen={alert !== undefined}>
      {() =>
        alert && (
          <AlertDialog
            key={alert.id}
            text={message(alert.message)}
            confirmLabel={alert.buttonKey ? message({ key: alert.buttonKey }) : t('actions.understood')}
            onConfirm={() => alerts.confirm()}
          />
        )
      }
    </MountWhenLoaded>
  )
})
