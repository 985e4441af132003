import Mail from 'lucide-react/icons/mail'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { UnreadStore } from '../../stores/UnreadStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** The way to the inbox, with how many messages wait there. */
export const MessagesRow = observer(function MessagesRow() {
  const { t } = useTranslation()
  const { navigation } = useStores()
  const unread = useFeature((root) => new UnreadStore(root))
  useEffect(() => void unread.load(), [unread])
  return (
    <ListRow
      icon={<Mail aria-hidden />}
      title={t('rewards.inbox.menu')}
      chevron={false}
      value={
        unread.count > 0 ? (
          <Badge tone="reward">
            <span aria-hidden>{unread.count}</span>
            <VisuallyHidden>{t('rewards.inbox.unread', { count: unread.count })}</VisuallyHidden>
          </Badge>
        ) : undefined
      }
      onClick={() => navigation.go('/gameMess')}
    />
  )
})
