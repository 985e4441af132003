import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../../stores/useStores.ts'
import { Button } from '../../../ui/Button.tsx'
import { PaymentLogos } from '../../../ui/PaymentLogo.tsx'
import styles from './RegisterCard.module.css'

/** Shown to guests where players see their VIP level. */
export const RegisterCard = observer(function RegisterCard() {
  const { t } = useTranslation()
  const { device, overlays } = useStores()
  return (
    <section className={styles.card} aria-labelledby="card-register">
      <div className={styles.texts}>
        <h2 id="card-register" className={styles.title}>
          {t('home.guest.title')}
        </h2>
        <p className={styles.text}>{t('home.guest.text')}</p>
      </div>
      <div className={styles.foot}>
        <Button variant="primary" onClick={() => overlays.open('register')}>
          {t('home.guest.action')}
        </Button>
        <PaymentLogos methods={device.info?.paymentMethods} />
      </div>
    </section>
  )
})
