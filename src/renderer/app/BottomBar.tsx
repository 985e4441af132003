import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import Gift from 'lucide-react/icons/gift'
import House from 'lucide-react/icons/house'
import UserRound from 'lucide-react/icons/user-round'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useStores } from '../stores/useStores.ts'
import { Link } from 'react-router-dom'
import styles from './BottomBar.module.css'
import { preloadOn } from './preload.ts'

/** The four main links, with the deposit button in the middle: a bar at the bottom, on a wide screen a rail. */
export const BottomBar = observer(function BottomBar({ over }: { over: 'all' | 'game' }) {
  const { t } = useTranslation()
  const root = useStores()
  return (
    <nav className={styles.bar} data-over={over} aria-label={t('nav.main')}>
      <Place to="/home" icon={<House aria-hidden />} text={t('nav.home')} />
      <Place to="/footballPage" icon={<Football />} text={t('nav.sports')} />
      <button
        type="button"
        className={styles.deposit}
        onClick={() => root.openDeposit()}
        {...preloadOn(root.session.isLoggedIn ? 'cashier' : 'access')}
      >
        <span className={styles.disc}>
          <ArrowDownToLine aria-hidden />
        </span>
        <span>{t('nav.deposit')}</span>
      </button>
      <Place to="/gamebouns" icon={<Gift aria-hidden />} text={t('nav.promotions')} />
      <Place
        to="/conta"
        icon={<UserRound aria-hidden />}
        text={t('nav.account')}
        describedBy="unread-messages"
      />
    </nav>
  )
})

function Place(props: { to: string; icon: ReactNode; text: string; describedBy?: string }) {
  const { to, icon, text, describedBy } = props
  const isCurrent = `${useLocation().pathname}/`.startsWith(`${to}/`)
  return (
    <Link
      to={to}
      className={styles.place}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={describedBy}
    >
      {icon}
      <span>{text}</span>
    </Link>
  )
}

function Football() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" />
      <path d="m12 7.4 4.3 3.1-1.6 5H9.3l-1.6-5zM12 3v4.4M20.5 9.3l-4.2 1.2M17.3 19.3l-2.6-3.8M6.7 19.3l2.6-3.8M3.5 9.3l4.2 1.2" />
    </svg>
  )
}
