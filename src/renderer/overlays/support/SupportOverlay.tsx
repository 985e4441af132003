import MessageCircle from 'lucide-react/icons/message-circle'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useDocument } from '../../i18n/useDocument.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './SupportOverlay.module.css'

/** Support: the questions most players come with, and the messenger where one is configured. */
export const SupportOverlay = observer(function SupportOverlay() {
  const { t } = useTranslation()
  const { overlays, device } = useStores()
  const questions = useDocument('support')
  return (
    <Sheet title={t('support.title')} closeLabel={t('actions.close')} onClose={() => overlays.close()}>
      <div className={styles.support} aria-busy={questions === undefined}>
        <p className={styles.lead}>{t('support.lead')}</p>
        {questions === undefined && <Skeleton height="2rem" radius="m" />}
        {questions === null && <p role="alert">{t('errors.screenFailed')}</p>}
        {questions?.map(({ title, text }) => (
          <Details key={title} name="support" summary={title}>
            {text}
          </Details>
        ))}
        {device.messenger && (
          <a href={device.messenger} target="_blank" rel="noopener noreferrer" className={styles.messenger}>
            <MessageCircle aria-hidden />
            {t('sideMenu.messenger')}
          </a>
        )}
      </div>
    </Sheet>
  )
})
