import { observer } from 'mobx-react-lite'
import { useEffect, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { AlertHost } from './AlertHost.tsx'
import { Banners } from './Banners.tsx'
import { BottomBar } from './BottomBar.tsx'
import { chunk } from './chunk.ts'
import styles from './Layout.module.css'
import { LoadingHost } from './LoadingHost.tsx'
import { loadHosts } from './loadHosts.ts'
import { DeferMount } from './DeferMount.tsx'
import { OverlayHost } from './OverlayHost.tsx'
import { PageNotices } from './PageNotices.tsx'
import { TopBar } from './TopBar.tsx'
import { useStores } from '../stores/useStores.ts'
import { useIsWide } from '../ui/useIsWide.ts'
import { useBackToClose } from './useBackToClose.ts'
import { usePage } from './usePage.ts'
import { useTitle } from './useTitle.ts'

const PromptHost = chunk(async () => (await loadHosts()).PromptHost)
const ToastHost = chunk(async () => (await loadHosts()).ToastHost, 'none')

/** The frame around every page, and the hosts of everything on top of it. */
export function Layout() {
  useBackToClose()
  return (
    <>
      <PageFrame />
      <OverlayHost />
      <DeferMount>
        <PromptHost />
      </DeferMount>
      <AlertHost />
      <Toasts />
      <LoadingHost />
    </>
  )
}

/** At once when there is a toast to show. */
const Toasts = observer(function Toasts() {
  const { alerts } = useStores()
  return (
    <DeferMount isUrgent={alerts.toasts.length > 0}>
      <ToastHost />
    </DeferMount>
  )
})

const mainClasses = { all: 'withBars', game: 'game', none: 'bare' } as const

/** Bars and banners around a page. */
function PageFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const bars = usePage()?.bars ?? 'all'
  const isWide = useIsWide()
  useScrollToTop(pathname)
  useTitle(t('brand'))
  return (
    <>
      <a href="#content" className={styles.skip} onClick={focusContent}>
        {t('nav.skip')}
      </a>
      {(bars === 'all' || (bars === 'game' && isWide)) && <TopBar over={bars} />}
      <Banners hasBars={bars === 'all' || (bars === 'game' && isWide)} />
      <PageNotices />
      <main id="content" tabIndex={-1} className={styles[mainClasses[bars]]}>
        <Outlet />
      </main>
      {bars !== 'none' && <BottomBar over={bars} />}
    </>
  )
}

/** A new page starts at the top; going back restores the scroll position (by the browser). */
function useScrollToTop(pathname: string) {
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0)
  }, [pathname, isBack])
}

/** Keeps the hash out of the address, because the router would take it for a page change. */
function focusContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
