import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './InstallOffer.module.css'
import { InstallStore } from './InstallStore.ts'

/** The offer to install, above the bottom bar. */
export const InstallOffer = observer(function InstallOffer() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new InstallStore(root))
  useEffect(() => store.start(), [store])
  if (!store.isOffered) return null
  const { way } = store
  return (
    <section className={styles.offer} aria-label={t('install.title')}>
      <Download aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <b>{t('install.title')}</b>
        <span>{way === 'ios' ? t('install.ios') : t('install.text')}</span>
      </p>
      {way === 'prompt' && (
        <Button size="s" variant="primary" onClick={() => void store.install()}>
          {t('install.action')}
        </Button>
      )}
      <IconButton aria-label={t('install.later')} onClick={() => store.close()}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
})
