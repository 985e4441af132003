import Mail from 'lucide-react/icons/mail'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { UnreadStore } from '../../features/inbox/UnreadStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** The link to the inbox with the number of unread messages. */
export const MessagesRow = observer(function MessagesRow() {
  const { t } = useTranslation()
  const root = useStores()
  const { navigation } = root
  const unread = root.feature(UnreadStore)
  useEffect(() => void unread.load(), [unread])
  return (
    <ListRow
      icon={<Mail aria-hidden />}
      title={
        // The number wraps below the word where a small phone has no room beside it.
        <>
          <span>{t('rewards.inbox.menu')}</span>{' '}
          {unread.count > 0 && (
            <Badge tone="reward">
              <span aria-hidden>{unread.count}</span>
              <VisuallyHidden>{t('rewards.inbox.unread', { count: unread.count })}</VisuallyHidden>
            </Badge>
          )}
        </>
      }
      chevron={false}
      onClick={() => navigation.go('/gameMess')}
    />
  )
})
