import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { StartMask } from '../overlays/startMask/StartMask.tsx'
import { ignoreCallError } from '../stores/SessionStore.ts'
import { useOwnStore, useStores } from '../stores/useStores.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { ChatButton } from './ChatButton.tsx'
import { IdleStore } from './IdleStore.ts'
import { PromptStore } from './PromptStore.ts'
import { matchRoute } from './routeTable.ts'

/** Prompts that open by themselves: a lazy chunk, because the first paint does not need it. */
export const PromptHost = observer(function PromptHost() {
  const { overlays } = useStores()
  const { pathname } = useLocation()
  const prompts = useOwnStore((root) => new PromptStore(root))
  useEffect(
    () => prompts.moveTo(pathname, matchRoute(pathname)?.entry.gameCode !== undefined),
    [prompts, pathname],
  )
  // After the path is known.
  useEffect(() => prompts.start(), [prompts])
  return (
    <>
      {prompts.isMaskShown && !overlays.current && (
        <StartMask onOpen={() => prompts.openCheckIn()} onClose={() => prompts.closeMask()} />
      )}
      {(!prompts.isMaskShown || overlays.current) && <ChatButton />}
      <IdleWarning />
      <KioskClosed />
    </>
  )
})

/** "Ainda está aí?" before an idle session is closed. */
const IdleWarning = observer(function IdleWarning() {
  const { t } = useTranslation()
  const idle = useOwnStore((root) => new IdleStore(root))
  useEffect(() => idle.start(), [idle])
  if (idle.secondsLeft === null) return null
  return (
    <AlertDialog
      title={t('limits.idle.title')}
      text={t('limits.idle.text', { seconds: idle.secondsLeft })}
      confirmLabel={t('limits.idle.continue')}
      onConfirm={() => idle.recordActivity()}
    />
  )
})

/** Where the jurisdiction forbids kiosks, a kiosk shows only that message. */
const KioskClosed = observer(function KioskClosed() {
  const { t } = useTranslation()
  const { device, host } = useStores()
  if (!host.kiosk || device.info?.kiosk !== false) return null
  return (
    <AlertDialog
      title={t('limits.kiosk.title')}
      text={t('limits.kiosk.text')}
      confirmLabel={t('actions.retry')}
      onConfirm={() => void device.load().catch(ignoreCallError)}
    />
  )
})
