import MessageCircle from 'lucide-react/icons/message-circle'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './ChatButton.module.css'
import { classes } from '../../ui/classes.ts'

/**
 * The chat button of every screen: in its top bar, which stays while the page scrolls, so that it covers no tile, price or
 * amount. `floating`: in the corner of a page without a bar.
 */
export const ChatButton = observer(function ChatButton({ floating = false }: { floating?: boolean }) {
  const { t } = useTranslation()
  const root = useStores()
  const count = root.realtime.unreadChat
  return (
    <IconButton
      className={classes(styles.chat, floating && styles.floating)}
      variant={floating ? 'soft' : 'plain'}
      aria-label={count > 0 ? t('chat.openUnread', { count }) : t('top.openChat')}
      badge={count}
      onClick={() => root.openSupport()}
    >
      <MessageCircle aria-hidden />
    </IconButton>
  )
})
