import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './AwardOverlay.module.css'
import { AwardStore } from './AwardStore.ts'

/** The active-award popup, on /home only: a gift waits to be claimed. */
export const AwardOverlay = observer(function AwardOverlay() {
  const { t } = useTranslation()
  const award = useOwnStore((root) => new AwardStore(root))
  return (
    <Sheet title={t('rewards.award.title')} closeLabel={t('actions.close')} onClose={() => award.dismiss()}>
      <div className={styles.award}>
        <img src={emptyArt.gift} alt="" width="160" height="120" className={styles.picture} />
        <p className={styles.text}>{t('rewards.award.text')}</p>
        <Button variant="reward" size="l" full loading={award.isClaiming} onClick={() => void award.claim()}>
          {t('rewards.award.claim')}
        </Button>
        <Button variant="ghost" full onClick={() => award.dismiss()}>
          {t('rewards.award.later')}
        </Button>
      </div>
    </Sheet>
  )
})
