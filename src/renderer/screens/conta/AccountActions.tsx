import ChartColumn from 'lucide-react/icons/chart-column'
import Crown from 'lucide-react/icons/crown'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import IdCard from 'lucide-react/icons/id-card'
import KeyRound from 'lucide-react/icons/key-round'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { pagePaths } from '#contract/pages.ts'
import { useStores } from '../../stores/useStores.ts'
import { Link } from 'react-router-dom'
import styles from './AccountActions.module.css'

/** The pages of an account, in one press each. */
export const AccountActions = observer(function AccountActions() {
  const { t } = useTranslation()
  const { overlays, session } = useStores()
  return (
    <nav className={styles.actions} aria-label={t('accountMenu.title')}>
      <Link to="/registros" className={styles.action}>
        <ReceiptText aria-hidden />
        <span>{t('accountMenu.records')}</span>
      </Link>
      <Link to="/resultados" className={styles.action}>
        <ChartColumn aria-hidden />
        <span>{t('own.results.title')}</span>
      </Link>
      {session.player?.verified === false && (
        <Link to={pagePaths.identity} className={styles.action}>
          <IdCard aria-hidden />
          <span>{t('own.identity.link')}</span>
        </Link>
      )}
      <Link to="/vip" className={styles.action}>
        <Crown aria-hidden />
        <span>{t('accountMenu.vip')}</span>
      </Link>
      <Link to="/jogoResponsavel" className={styles.action}>
        <HeartHandshake aria-hidden />
        <span>{t('accountMenu.responsible')}</span>
      </Link>
      <button
        type="button"
        className={styles.action}
        onClick={() => overlays.open('resetPassword', { email: session.player?.email })}
      >
        <KeyRound aria-hidden />
        <span>{t('accountMenu.password')}</span>
      </button>
    </nav>
  )
})
