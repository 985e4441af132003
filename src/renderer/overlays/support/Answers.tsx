import MessageCircle from 'lucide-react/icons/message-circle'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useDocument } from '../../i18n/useDocument.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Details } from '../../ui/Details.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Answers.module.css'

/** Answers to common questions, with links to the chat and the messenger where they exist. */
export const Answers = observer(function Answers() {
  const { t } = useTranslation()
  const root = useStores()
  const { overlays, device } = root
  const hasChat = device.info !== null && device.info.chat !== 'none'
  const questions = useDocument('support')
  return (
    <Sheet
      title={t(hasChat ? 'chat.answers' : 'support.title')}
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <div className={styles.support} aria-busy={questions === undefined}>
        <p className={styles.lead}>{t('support.lead')}</p>
        {questions === undefined && <Skeleton height="2rem" radius="m" />}
        {questions === null && <p role="alert">{t('errors.screenFailed')}</p>}
        {questions?.map(({ title, text }) => (
          <Details key={title} name="support" summary={title}>
            {text}
          </Details>
        ))}
        {hasChat && (
          <Button variant="primary" size="l" full onClick={() => root.openSupport()}>
            {t('actions.support')}
          </Button>
        )}
        {device.messenger && (
          <a href={device.messenger} target="_blank" rel="noopener noreferrer" className={styles.messenger}>
            <MessageCircle aria-hidden />
            <span>{t('sideMenu.messenger')}</span>
          </a>
        )}
      </div>
    </Sheet>
  )
})
