import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import styles from './ErrorScreen.module.css'

/**
 * /error: a call failed without a message of the server, or (`reason=closed`, status 1403) the service is
 * closed.
 */
export const ErrorScreen = observer(function ErrorScreen() {
  const { t } = useTranslation()
  const root = useStores()
  const [params] = useSearchParams()
  const reason = params.get('reason') === 'closed' ? 'closed' : 'error'
  const closure = reason === 'closed' ? root.server.closure : null
  return (
    <div className={styles.page}>
      <Logo size="m" />
      <div className={styles.middle} role="alert">
        <img src={emptyArt[reason]} alt="" width="160" height="120" className={styles.picture} />
        <h1 className={styles.title}>{t(`errorPage.${reason}.title`)}</h1>
        <p className={styles.text}>{closure?.text ?? t(`errorPage.${reason}.text`)}</p>
        {closure?.until && (
          <p className={styles.text}>
            {t('errorPage.closed.until', { time: formatDateTime(closure.until, root.language.selected) })}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="primary" size="l" full onClick={() => root.retry()}>
          {t('actions.retry')}
        </Button>
        <LinkButton variant="secondary" size="l" full to="/home">
          {t('actions.home')}
        </LinkButton>
        <Button variant="ghost" full onClick={() => root.openSupport()}>
          {t('actions.support')}
        </Button>
      </div>
    </div>
  )
})
