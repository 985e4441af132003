import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './BeforeDeposit.module.css'
import { ConfirmEmailStore } from './ConfirmEmailStore.ts'
import { RequiredLimitsForm } from './RequiredLimitsForm.tsx'

/** Shown instead of packages while the jurisdiction asks for something before the first deposit: limits, then the address. */
export const BeforeDeposit = observer(function BeforeDeposit() {
  const { t } = useTranslation()
  const { session } = useStores()
  const { player } = session
  if (!player) return null
  if (player.missingLimits.length > 0)
    return (
      <section className={styles.section}>
        <h3>{t('limits.askedTitle')}</h3>
        <RequiredLimitsForm />
      </section>
    )
  return <ConfirmEmail email={player.email} />
})

const ConfirmEmail = observer(function ConfirmEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new ConfirmEmailStore(root))
  return (
    <section className={styles.section}>
      <h3>{t('limits.email.title')}</h3>
      <p className={styles.text}>{t('limits.email.text', { email })}</p>
      <Button variant="primary" size="l" full loading={store.isBusy} onClick={() => void store.check()}>
        {t('limits.email.check')}
      </Button>
      <Button full variant="ghost" disabled={store.isBusy} onClick={() => void store.resend()}>
        {t('limits.email.resend')}
      </Button>
    </section>
  )
})
