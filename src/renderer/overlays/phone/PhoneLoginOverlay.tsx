import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import styles from './PhoneCode.module.css'
import { PhoneLoginStore } from './PhoneLoginStore.ts'

/** At a terminal: a phone that is logged in opens the same account here, once its player has approved it there. */
export const PhoneLoginOverlay = observer(function PhoneLoginOverlay() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const login = useOwnStore((root) => new PhoneLoginStore(root))
  useEffect(() => login.start(), [login])
  return (
    <Sheet
      title={t('kiosk.phone.login')}
      closeLabel={t('actions.close')}
      closeOnOutside={false}
      onClose={() => overlays.close()}
    >
      <div className={styles.body}>
        <p>{t('kiosk.phone.loginText')}</p>
        <PhoneCode code={login} />
        {login.state === 'shown' && (
          <p className={styles.number}>
            <span>{t('kiosk.phone.number')}</span> <strong>{login.number}</strong>
          </p>
        )}
      </div>
    </Sheet>
  )
})
