import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { UnreadStore } from './UnreadStore.ts'

/**
 * Marks avatar and account link while there are unread messages. Both are in the first view, which does not wait for
 * this: they refer to the description by its id, and their styles to the attribute of the root element.
 */
export const UnreadMark = observer(function UnreadMark() {
  const { t } = useTranslation()
  const unread = useStores().feature(UnreadStore)
  useEffect(() => unread.start(), [unread])
  const { count } = unread
  useEffect(() => {
    document.documentElement.toggleAttribute('data-unread', count > 0)
    return () => document.documentElement.removeAttribute('data-unread')
  }, [count])
  if (count === 0) return null
  return (
    <span id="unread-messages" hidden>
      {t('rewards.inbox.unreadMessages', { count })}
    </span>
  )
})
