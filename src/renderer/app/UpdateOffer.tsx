import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../stores/useStores.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './UpdateOffer.module.css'
import { UpdateStore } from './UpdateStore.ts'
import { usePage } from './usePage.ts'

/** "Nova versão disponível", above the bottom bar. Not on pages without it: games and payment. */
export const UpdateOffer = observer(function UpdateOffer() {
  const { t } = useTranslation()
  const update = useOwnStore((root) => new UpdateStore(root))
  useEffect(() => update.start(), [update])
  const isAllowedHere = usePage()?.bars === 'all'
  return (
    <div role="status" className={styles.place}>
      {update.isOffered && isAllowedHere && (
        <div className={styles.offer}>
          <p className={styles.text}>{t('account.update.available')}</p>
          <Button size="s" variant="primary" onClick={() => update.accept()}>
            {t('account.update.apply')}
          </Button>
          <IconButton aria-label={t('account.update.later')} onClick={() => update.dismiss()}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
})
