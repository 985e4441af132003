import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ContinueOnPhoneStore } from './ContinueOnPhoneStore.ts'
import { PhoneCode } from './PhoneCode.tsx'
import styles from './PhoneCode.module.css'

/** At a terminal: opens the player's account on the phone that scans the code. */
export const ContinueOnPhoneOverlay = observer(function ContinueOnPhoneOverlay() {
  const { t } = useTranslation()
  const root = useStores()
  const { overlays } = root
  const link = useOwnStore((stores) => new ContinueOnPhoneStore(stores))
  useEffect(() => link.start(), [link])
  return (
    <Sheet
      title={t('kiosk.phone.continue')}
      closeLabel={t('actions.close')}
      closeOnOutside={false}
      onClose={() => overlays.close()}
    >
      <div className={styles.body}>
        {link.state === 'used' ? (
          <EmptyState
            illustration={emptyArt.success}
            title={t('kiosk.phone.used')}
            text={t('kiosk.phone.usedText')}
            action={
              <>
                <Button variant="primary" full onClick={() => void root.logout()}>
                  {t('accountMenu.logout')}
                </Button>
                <Button variant="ghost" full loading={link.isBusy} onClick={() => void link.disown()}>
                  {t('kiosk.phone.notMine')}
                </Button>
              </>
            }
          />
        ) : link.state === 'ended' ? (
          <EmptyState
            illustration={emptyArt.closed}
            title={t('kiosk.phone.ended')}
            action={
              <Button full onClick={() => void link.create()}>
                {t('kiosk.phone.another')}
              </Button>
            }
          />
        ) : (
          <>
            <p>{t('kiosk.phone.continueText')}</p>
            <PhoneCode code={link} />
          </>
        )}
      </div>
    </Sheet>
  )
})
