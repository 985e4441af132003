import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { InboxMessage } from '#contract/http/messages.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { focusOnce } from './focusOnce.ts'
import { MessageIcon } from './MessageIcon.tsx'
import styles from './MessageRow.module.css'
import { useMessageTexts } from './messageTexts.ts'

/** One message in the inbox, with the first lines of its text; links to the message itself. */
export const MessageRow = observer(function MessageRow({
  message,
  isReturn,
  isOpened,
}: {
  message: InboxMessage
  /** The player comes back from this message: the keyboard goes on from here. */
  isReturn: boolean
  /** It is read beside the list. */
  isOpened: boolean
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { title, text } = useMessageTexts()(message)
  return (
    <Link
      ref={isReturn ? focusOnce : undefined}
      to={`/gameMess?id=${message.id}`}
      className={styles.row}
      aria-current={isOpened || undefined}
      data-unread={!message.isRead || undefined}
    >
      <MessageIcon kind={message.kind} size="row" />
      <span className={styles.texts}>
        <span className={styles.head}>
          <span className={styles.title}>{title}</span>
          {!message.isRead && <Badge tone="reward">{t('rewards.inbox.new')}</Badge>}
        </span>
        <span className={styles.text}>{text}</span>
        <time className={styles.time} dateTime={message.time}>
          {formatDateTime(message.time, language.selected)}
        </time>
      </span>
    </Link>
  )
})
