import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './DownloadScreen.module.css'
import { PhoneCodeStore } from './PhoneCodeStore.ts'

/** Takes this site to the visitor's phone, where it can be put on the home screen. */
export const PhoneCode = observer(function PhoneCode() {
  const { t } = useTranslation()
  const code = useOwnStore(() => new PhoneCodeStore(location.origin))
  useEffect(() => code.start(), [code])
  if (code.isFailed) return null
  return (
    <div className={styles.phone}>
      <div className={styles.qr}>
        {code.qr ? (
          <QrCode matrix={code.qr} label={t('account.outsideLink.qr')} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      <div className={styles.words}>
        <h2>{t('account.outsideLink.title')}</h2>
        <p>{t('account.outsideLink.text')}</p>
      </div>
    </div>
  )
})
