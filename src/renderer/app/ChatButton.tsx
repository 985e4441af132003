import MessagesSquare from 'lucide-react/icons/messages-square'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useLocation } from 'react-router-dom'
import { useOwnStore, useStores } from '../stores/useStores.ts'
import styles from './ChatButton.module.css'
import { ChatButtonStore } from './ChatButtonStore.ts'
import { matchRoute } from './routeTable.ts'
import { useStepAside } from './useStepAside.ts'

/**
 * The floating chat button above the bottom bar. Hidden where it would cover something: games with their
 * bet button, payment, pages without bars, and while an overlay is open.
 */
export const ChatButton = observer(function ChatButton() {
  const { t } = useTranslation()
  const root = useStores()
  const { pathname } = useLocation()
  const chat = useOwnStore((stores) => new ChatButtonStore(stores))
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => chat.start(), [chat])
  const isAllowedHere = matchRoute(pathname)?.entry.bars === 'all' && !/play/i.test(pathname)
  const isShown = isAllowedHere && root.overlays.current === null
  // The lobby is full of tiles at every height: there it would never be in view.
  useStepAside(button, isShown && pathname !== '/home')
  if (!isShown) return null
  const { unread } = chat
  return (
    <button
      ref={button}
      type="button"
      className={styles.button}
      data-unread={unread > 0 || undefined}
      aria-label={unread > 0 ? t('chat.openUnread', { count: unread }) : t('chat.open')}
      onClick={() => root.openSupport()}
    >
      <MessagesSquare aria-hidden />
      {unread > 0 && (
        <span className={styles.badge} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
})
