import KeyRound from 'lucide-react/icons/key-round'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import type { AccessStore } from '../access/AccessStore.ts'
import styles from './Passkeys.module.css'
import { PasskeyLoginStore } from './PasskeyLoginStore.ts'

/** The button of the login form. */
export const PasskeyLogin = observer(function PasskeyLogin({ access }: { access: AccessStore }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PasskeyLoginStore(root, access))
  useEffect(() => store.start(), [store])
  return (
    <>
      <Button
        full
        icon={<KeyRound aria-hidden />}
        disabled={access.isSending}
        loading={store.isBusy}
        onClick={() => void store.logIn()}
      >
        {t('passkeys.login')}
      </Button>
      {store.hasFailed && (
        <p role="alert" className={styles.text}>
          {t('passkeys.notUsed')}
        </p>
      )}
    </>
  )
})
