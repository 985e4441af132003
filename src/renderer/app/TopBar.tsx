import Menu from 'lucide-react/icons/menu'
import { observer } from 'mobx-react-lite'
import { Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ChatButton } from '../features/chat/ChatButton.tsx'
import { useStores } from '../stores/useStores.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LogoMark } from '../ui/LogoMark.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { chunk } from './chunk.ts'
import { HostBoundary } from './HostBoundary.tsx'
import { preloadOn } from './preload.ts'
import styles from './TopBar.module.css'

/** Not part of a guest's first load. A player's client has it before it renders (main.tsx). */
const PlayerBar = chunk(async () => (await import('./PlayerBar.tsx')).PlayerBar, 'none')
let loaded: ComponentType | undefined

/**
 * Loads a player's part of the bar before the first render, so that it is in that: an overlay that opens with the page hides
 * from screen readers what comes after it, and the balance is to be read out.
 */
export async function loadPlayerBar(): Promise<void> {
  loaded = await PlayerBar.load()
}

/** Menu, brand, support chat, and the wallet or the login buttons. */
export const TopBar = observer(function TopBar({ over }: { over: 'all' | 'game' }) {
  const { t } = useTranslation()
  const { overlays, session } = useStores()
  return (
    <header className={styles.bar} data-over={over}>
      <IconButton
        aria-label={t('top.openMenu')}
        aria-haspopup="dialog"
        onClick={() => overlays.open('sideMenu')}
        {...preloadOn('sideMenu')}
      >
        <Menu aria-hidden />
      </IconButton>
      <div className={styles.place}>
        <Link to="/home" className={styles.brand} aria-label={t('top.home')}>
          <LogoMark className={styles.mark} />
          <span className={styles.word} aria-hidden>
            {t('brand').toLowerCase()}
          </span>
        </Link>
      </div>
      <ChatButton />
      {session.isLoggedIn ? <Player /> : <Guest />}
    </header>
  )
})

function Guest() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  return (
    <div className={styles.guest}>
      <Button variant="ghost" size="s" onClick={() => overlays.open('login')} {...preloadOn('access')}>
        {t('top.login')}
      </Button>
      <Button variant="primary" size="s" onClick={() => overlays.open('register')} {...preloadOn('access')}>
        {t('top.register')}
      </Button>
    </div>
  )
}

/** The place of the balance is held until the rest has loaded, after a login. */
function Player() {
  // A lazy component waits for a moment even if it is there.
  const Bar = loaded ?? PlayerBar
  return (
    <HostBoundary>
      <Suspense fallback={<Skeleton className={styles.waiting} radius="m" />}>
        <Bar />
      </Suspense>
    </HostBoundary>
  )
}
