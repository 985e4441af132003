import ChevronLeft from 'lucide-react/icons/chevron-left'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { AccessStore } from '../../features/access/AccessStore.ts'
import { RegisterForm } from '../../features/access/RegisterForm.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import styles from './RegisteredScreen.module.css'

const steps = ['account', 'deposit', 'play'] as const

/** /registered: the registration form as a page. */
export const RegisteredScreen = observer(function RegisteredScreen() {
  const { t } = useTranslation()
  const { navigation, overlays, session } = useStores()
  const access = useOwnStore((root) => new AccessStore(root, true))
  const { isLoggedIn } = session
  useEffect(() => {
    if (!isLoggedIn) return access.start()
    // Players have no use for this page. A registration in progress leaves it by itself.
    if (!access.isSending) navigation.go('/home', { replace: true })
    return undefined
  }, [access, isLoggedIn, navigation])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <IconButton aria-label={t('actions.back')} onClick={() => navigation.back()}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Logo size="m" />
      </header>
      <h1 className={styles.title}>{t('auth.registered.title')}</h1>
      <p className={styles.lead}>{t('auth.registered.lead')}</p>
      <div className={styles.aside}>
        <img src={emptyArt.gift} alt="" className={styles.art} width="160" height="120" loading="lazy" />
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>
              <b>{t(`home.how.steps.${step}`)}</b>
              <span>{t(`home.how.steps.${step}Text`)}</span>
            </li>
          ))}
        </ol>
      </div>
      <RegisterForm access={access} />
      <div className={styles.login}>
        <span>{t('auth.registered.hasAccount')}</span>
        <Button variant="ghost" size="s" onClick={() => overlays.open('login')}>
          {t('top.login')}
        </Button>
      </div>
    </div>
  )
})
