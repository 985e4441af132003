import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useNavigationType } from 'react-router-dom'
import type { InboxMessage } from '#contract/http/messages.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { focusOnce } from './focusOnce.ts'
import type { InboxStore } from './InboxStore.ts'
import { MessageIcon } from './MessageIcon.tsx'
import { messageTarget, useMessageTexts } from './messageTexts.ts'
import styles from './OpenedMessage.module.css'

/** Messages about money that went another way than the player wanted. */
const withSupport = new Set<InboxMessage['kind']>([
  'withdrawalRefused',
  'withdrawalReturned',
  'depositReversed',
  'ticketOwed',
])

/** One message, or its loading, missing or error state. */
export const OpenedMessage = observer(function OpenedMessage({
  inbox,
  id,
  isBesideList = false,
}: {
  inbox: InboxStore
  id: string
  /** Then there is nothing to go back to. */
  isBesideList?: boolean
}) {
  const { t } = useTranslation()
  // After a reload the page begins with its bars, as any other.
  const isFromList = useNavigationType() === 'PUSH'
  const { opened } = inbox
  const back = (
    <LinkButton variant="secondary" full to="/gameMess">
      {t('rewards.inbox.back')}
    </LinkButton>
  )
  if (opened === 'missing') {
    return (
      <EmptyState
        illustration={emptyArt.messages}
        title={t('rewards.inbox.unknown')}
        text={t('rewards.inbox.unknownText')}
        action={back}
      />
    )
  }
  if (opened === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('rewards.inbox.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void inbox.open(id)}
      />
    )
  }
  if (opened === null || opened === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')}>
        <Skeleton height="2.2rem" radius="l" />
      </div>
    )
  }
  return (
    <div ref={isFromList ? focusOnce : undefined} tabIndex={-1} className={styles.opened}>
      <Message message={opened} />
      {!isBesideList && back}
    </div>
  )
})

const Message = observer(function Message({ message }: { message: InboxMessage }) {
  const { t } = useTranslation()
  const root = useStores()
  const { title, text, action } = useMessageTexts()(message)
  return (
    <Card as="article" className={styles.card} padding="l">
      <MessageIcon kind={message.kind} size="page" />
      <PageTitle>{title}</PageTitle>
      <time className={styles.time} dateTime={message.time}>
        {formatDateTime(message.time, root.language.selected)}
      </time>
      <p className={styles.text}>{text}</p>
      <LinkButton variant="primary" size="l" full to={messageTarget(message.kind)}>
        {action}
      </LinkButton>
      {withSupport.has(message.kind) && (
        <Button full onClick={() => root.openSupport()}>
          {t('account.records.detail.support')}
        </Button>
      )}
    </Card>
  )
})
