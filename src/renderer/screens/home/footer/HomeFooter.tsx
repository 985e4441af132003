import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AppInfo } from '#contract/http/appInfo.ts'
import { useStores } from '../../../stores/useStores.ts'
import { Logo } from '../../../ui/Logo.tsx'
import { PaymentLogos } from '../../../ui/PaymentLogo.tsx'
import { Partners } from './Partners.tsx'
import styles from './HomeFooter.module.css'

/** The operator's name, tax number, licence and contact, as far as the profile states them. */
function operatorLine({ operator }: AppInfo, noLicence: string): string {
  return [operator.name, operator.taxId, operator.licence ?? noLicence, operator.email]
    .filter(Boolean)
    .join(' · ')
}

const seals = ['fair', 'rtp', 'ledger', 'crypto'] as const

/** Logos of payments and partners, what the house commits to, responsible play, and the licence text. */
export const HomeFooter = observer(function HomeFooter() {
  const { t } = useTranslation()
  const { info } = useStores().device
  return (
    <footer className={styles.footer}>
      <Logo size="s" />
      <section aria-label={t('home.footer.payments')}>
        <p className={styles.label}>{t('home.footer.payments')}</p>
        <PaymentLogos methods={info?.paymentMethods} />
      </section>
      {info && <Partners isSandbox={info.playMoney} />}
      <section aria-label={t('home.footer.commitments')}>
        <p className={styles.label}>{t('home.footer.commitments')}</p>
        <ul className={styles.seals}>
          {seals.map((seal) => (
            <li key={seal} className={styles.seal}>
              <svg viewBox="0 0 24 24" aria-hidden>
                {sealMarks[seal]}
              </svg>
              <span>{t(`home.footer.seals.${seal}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <nav aria-label={t('home.footer.links')} className={styles.links}>
        <Link to="/jogoResponsavel">{t('home.footer.responsible')}</Link>
        <Link to="/fair">{t('home.footer.verify')}</Link>
        <Link to="/vip">{t('home.footer.vip')}</Link>
        <Link to="/home?overlay=terms">{t('auth.terms.title')}</Link>
        {info?.links.map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        ))}
      </nav>
      <div className={styles.adults}>
        <span className={styles.age} aria-hidden>
          {t('home.footer.adultsOnly')}
        </span>
        <div>
          <p className={styles.strong}>{t('home.footer.adults')}</p>
          <p>{t('home.footer.responsibleText')}</p>
          {info?.notices.map((notice) => (
            <p key={notice} className={styles.strong}>
              {t(`home.footer.notices.${notice}`)}
            </p>
          ))}
          {info?.helpLines.slice(0, 1).map(({ name, phone, url }) => (
            <p key={name}>
              <span>{t('home.footer.help')}</span>{' '}
              <a href={phone ? `tel:${phone}` : (url ?? '')} className={styles.phone}>
                {phone ? `${name}: ${phone}` : name}
              </a>
            </p>
          ))}
        </div>
      </div>
      {info?.playMoney && <p className={styles.strong}>{t('auth.terms.playMoneyText')}</p>}
      {info && (
        <p className={styles.licence}>
          {operatorLine(info, info.playMoney ? t('auth.terms.noLicence') : '')}
        </p>
      )}
      <p className={styles.licence}>{t('home.footer.licence')}</p>
    </footer>
  )
})

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** One icon for each seal: scales, a gauge, a ledger, a key. */
const sealMarks: Record<(typeof seals)[number], ReactNode> = {
  fair: (
    <path
      {...line}
      d="M12 4v16M7 20h10M5 7h14M5 7l-3 7a3.200 3.200 0 0 0 6 0zM19 7l-3 7a3.200 3.200 0 0 0 6 0z"
    />
  ),
  rtp: <path {...line} d="M4 18a9 9 0 1 1 16 0M12 14l4-5M12 14h.01" />,
  ledger: <path {...line} d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />,
  crypto: <path {...line} d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 15v2" />,
}
