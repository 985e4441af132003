import { observer } from 'mobx-react-lite'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pagePaths } from '#contract/pages.ts'
import { keepComposingKeys } from '#contract/composing.ts'
import { StartMask } from '../overlays/startMask/StartMask.tsx'
import { ChatButton } from '../features/chat/ChatButton.tsx'
import { GiftStore } from '../features/rewards/GiftStore.ts'
import { keepInstallPrompt } from '../features/install/installPrompt.ts'
import { UnreadMark } from '../features/inbox/UnreadMark.tsx'
import { ignoreCallError } from '../stores/SessionStore.ts'
import { useOwnStore, useStores } from '../stores/useStores.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { useIsWide } from '../ui/useIsWide.ts'
import { ChatInboxStore } from './ChatInboxStore.ts'
import { chunk } from './chunk.ts'
import { followNotices } from './followNotices.ts'
import { HostBoundary } from './HostBoundary.tsx'
import { IdleStore } from './IdleStore.ts'
import { preloadFirstOverlays } from './preloadFirstOverlays.ts'
import { PromptStore } from './PromptStore.ts'
import { watchTouchKeyboard } from './touchKeyboard.ts'
import { UpdateOffer } from './UpdateOffer.tsx'
import { usePage } from './usePage.ts'

const PageCelebration = chunk(
  async () => (await import('../features/celebrations/PageCelebration.tsx')).PageCelebration,
)
const PendingMoney = chunk(
  async () => (await import('../features/pendingMoney/PendingMoney.tsx')).PendingMoney,
)
const InstallOffer = chunk(
  async () => (await import('../features/install/InstallOffer.tsx')).InstallOffer,
  'personal',
)
const KioskHost = chunk(async () => (await import('./KioskHost.tsx')).KioskHost, 'play')

/** Where a payment that waits, and a withdrawal on its way, are seen. */
const pendingPages = ['/home', '/conta']
/** Pages without bars on a phone, on which a desktop has the bar at the top. */
const papers: readonly string[] = [pagePaths.paySuccess, pagePaths.fair]

/** Prompts that open by themselves: a lazy chunk, because the first paint does not need it. */
export const PromptHost = observer(function PromptHost() {
  const root = useStores()
  const { overlays, host, session, device } = root
  const { pathname } = useLocation()
  const prompts = useOwnStore((root) => new PromptStore(root, root.feature(GiftStore)))
  const chat = useOwnStore((root) => new ChatInboxStore(root))
  const page = usePage()
  const isForBets = page?.gameCode !== undefined || page?.takesBets === true
  useEffect(() => prompts.moveTo(pathname, isForBets), [prompts, pathname, isForBets])
  // After the path is known.
  useEffect(() => prompts.start(), [prompts])
  useEffect(() => chat.start(), [chat])
  useEffect(() => keepComposingKeys(window), [])
  // A terminal's keyboard tells the page itself.
  useEffect(() => (__HOST__ === 'web' ? watchTouchKeyboard() : undefined), [])
  useEffect(() => (__HOST__ === 'web' ? followNotices(root) : undefined), [root])
  useEffect(() => (__HOST__ === 'web' ? keepInstallPrompt() : undefined), [])
  useEffect(() => root.feature(GiftStore).start(), [root])
  const { isLoggedIn } = session
  const isWide = useIsWide()
  const hasNoBar = page?.bars === 'none' || (papers.includes(pathname) && !isWide)
  const mayStay = isLoggedIn || page?.needsLogin !== true
  // The session has ended here: what the page shows comes from calls that would all be refused.
  useEffect(() => {
    // The login that opens with the end may be in the address already: it stays open.
    if (!mayStay)
      root.navigation.go(root.overlays.isOpen('login') ? '/home?overlay=login' : '/home', { replace: true })
  }, [root, mayStay])
  useEffect(() => preloadFirstOverlays(isLoggedIn), [isLoggedIn])
  return (
    <>
      {prompts.isMaskShown && !overlays.current && device.has('checkIn') && (
        <StartMask onClose={() => prompts.closeMask()} />
      )}
      {session.isLoggedIn && (
        <HostBoundary>
          <Suspense>
            <PageCelebration />
          </Suspense>
        </HostBoundary>
      )}
      {session.isLoggedIn && pendingPages.includes(pathname) && (
        <HostBoundary>
          <Suspense>
            <PendingMoney />
          </Suspense>
        </HostBoundary>
      )}
      {hasNoBar && window.self === window.top && <ChatButton floating />}
      <UnreadMark />
      <UpdateOffer />
      {__HOST__ === 'web' && isLoggedIn && page?.bars === 'all' && (
        <HostBoundary>
          <Suspense>
            <InstallOffer />
          </Suspense>
        </HostBoundary>
      )}
      <IdleWarning />
      <KioskClosed />
      <KioskIdle />
      <OutOfService />
      {host.kiosk && (
        <Suspense>
          <KioskHost />
        </Suspense>
      )}
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

/** "Ainda está aí?" before a kiosk is reset. The main process opens the question and closes it at any input. */
const KioskIdle = observer(function KioskIdle() {
  const { t } = useTranslation()
  const { platform } = useStores()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => platform.onIdle(setSecondsLeft), [platform])
  if (secondsLeft === null) return null
  return (
    <AlertDialog
      isTop
      title={t('limits.idle.title')}
      text={t('limits.idle.kiosk', { seconds: secondsLeft })}
      confirmLabel={t('limits.idle.continue')}
      onConfirm={() => setSecondsLeft(null)}
    />
  )
})

/** The operator took this terminal out of service. */
const OutOfService = observer(function OutOfService() {
  const { t } = useTranslation()
  const { platform, host } = useStores()
  const [inService, setInService] = useState(host.inService)
  useEffect(() => platform.onService(setInService), [platform])
  if (inService) return null
  return (
    <AlertDialog
      isTop
      title={t('limits.outOfService.title')}
      text={t('limits.outOfService.text')}
      confirmLabel={t('actions.retry')}
      onConfirm={() => window.location.reload()}
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
