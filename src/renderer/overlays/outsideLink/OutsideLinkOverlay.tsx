import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './OutsideLinkOverlay.module.css'
import { OutsideLinkStore } from './OutsideLinkStore.ts'

/** A link out of the application: a terminal opens no other program, so the player's phone does. */
export const OutsideLinkOverlay = observer(function OutsideLinkOverlay({ address }: { address: string }) {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const link = useOwnStore(() => new OutsideLinkStore(address))
  useEffect(() => link.start(), [link])
  return (
    <Sheet
      title={t('account.outsideLink.title')}
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <div className={styles.body}>
        <p>{t('account.outsideLink.text')}</p>
        <div className={styles.qr}>
          {link.qr ? (
            <QrCode matrix={link.qr} label={t('account.outsideLink.qr')} />
          ) : (
            <Skeleton height="100%" />
          )}
        </div>
        <p className={styles.address}>{link.text}</p>
      </div>
    </Sheet>
  )
})
