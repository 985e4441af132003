import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from '../../ui/Link.tsx'
import type { InboxMessage } from '#contract/http/messages.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { MessageIcon } from './MessageIcon.tsx'
import styles from './MessageRow.module.css'
import { useMessageTexts } from './messageTexts.ts'

/** One message in the inbox; links to the message itself. */
export const MessageRow = observer(function MessageRow({ message }: { message: InboxMessage }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { title, text } = useMessageTexts()(message)
  return (
    <Link to={`/gameMess?id=${message.id}`} className={styles.row} data-unread={!message.isRead || undefined}>
      <span className={styles.icon}>
        <MessageIcon kind={message.kind} />
      </span>
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
        <span className={styles.time}>{formatDateTime(message.time, language.selected)}</span>
      </span>
      {!message.isRead && <Badge tone="reward">{t('rewards.inbox.new')}</Badge>}
    </Link>
  )
})
