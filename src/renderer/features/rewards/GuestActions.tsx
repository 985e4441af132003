import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './GuestActions.module.css'

/** Log-in and sign-up buttons, for pages that show more to a player. */
export function GuestActions() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  return (
    <div className={styles.actions}>
      <Button variant="primary" size="l" full onClick={() => overlays.open('login')}>
        {t('loyalty.guest.login')}
      </Button>
      <Button size="l" full onClick={() => overlays.open('register')}>
        {t('loyalty.guest.register')}
      </Button>
    </div>
  )
}
