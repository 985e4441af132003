import { useTranslation } from 'react-i18next'
import { officeLanguages } from '#contract/office/session.ts'
import { LogoMark } from '#renderer/ui/LogoMark.tsx'
import { useEffect, type ReactNode } from 'react'
import { keepLanguage } from '../../app/preferences.ts'
import { useLogin } from '../../data/context.ts'
import { showLanguage } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Enrolment } from './Enrolment.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import styles from './LoginPage.module.css'

/** The login, at whatever address was asked for. Which step it is, the session says. */
export function LoginPage() {
  const { t } = useTranslation()
  const { state, ended } = useLogin()
  const title =
    state.stage === 'enrolment'
      ? t('login.enrol')
      : state.stage === 'secondFactor'
        ? t('login.secondFactor')
        : t('login.title')
  return (
    <LoginFrame title={title}>
      {ended === 'expired' && <Alert tone="info">{t('login.expired')}</Alert>}
      {ended === 'otherPerson' && (
        <>
          <Alert tone="warn">{t('login.taken')}</Alert>
          <Button isLarge isWide onClick={() => window.location.reload()}>
            {t('login.goOnAsOther')}
          </Button>
        </>
      )}
      {state.stage === 'none' && <PasswordStep />}
      {state.stage === 'secondFactor' && <SecondFactorStep factors={state.factors} />}
      {state.stage === 'enrolment' && <Enrolment person={state.person} />}
    </LoginFrame>
  )
}

export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { code } = useLanguage()
  useEffect(() => {
    document.title = `${title} · ${__BRAND_NAME__}`
  }, [title])
  return (
    <main className={styles.page} data-login>
      <div className={styles.card}>
        <div className={styles.brand}>
          <LogoMark />
          <span>{t('shell.office')}</span>
        </div>
        <h1>{title}</h1>
        {children}
        <div className={styles.languages}>
          {officeLanguages.map((language) => (
            <Button
              key={language}
              tone="plain"
              lang={language}
              aria-pressed={language === code}
              onClick={() => {
                keepLanguage(language)
                showLanguage(language).catch((error: unknown) => console.error('language not loaded', error))
              }}
            >
              {{ 'pt-BR': 'Português', en: 'English' }[language]}
            </Button>
          ))}
        </div>
      </div>
    </main>
  )
}
