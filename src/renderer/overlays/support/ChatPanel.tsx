import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ChatPanel.module.css'
import { ChatPanelStore, type ChatFrame } from './ChatPanelStore.ts'

/**
 * Our own page may run scripts and submit its form, but gets no origin: it is served from the origin that holds the
 * player's token and must not reach it. LiveChat has its own origin and needs its storage and links.
 */
const sandbox: Record<ChatFrame['kind'], string> = {
  own: 'allow-scripts allow-forms',
  licence: 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox',
}

/** The chat panel: the support chat in a frame. */
export const ChatPanel = observer(function ChatPanel() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const chat = useOwnStore((root) => new ChatPanelStore(root))
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => chat.start(), [chat])
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      const page = frame.current?.contentWindow
      // The page has no origin to check, so both directions check the window itself.
      if (page && source === page) chat.receive(data, (message) => page.postMessage(message, '*'))
    }
    const refuse = ({ blockedURI }: SecurityPolicyViolationEvent) => chat.onCspViolation(blockedURI)
    window.addEventListener('message', receive)
    document.addEventListener('securitypolicyviolation', refuse)
    return () => {
      window.removeEventListener('message', receive)
      document.removeEventListener('securitypolicyviolation', refuse)
    }
  }, [chat])
  return (
    <Sheet
      title={t('support.title')}
      size="full"
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
      className={styles.panel}
      actions={
        <IconButton aria-label={t('chat.answers')} onClick={() => overlays.open('support')}>
          <CircleQuestionMark aria-hidden />
        </IconButton>
      }
    >
      <div className={styles.stage} aria-busy={chat.state === 'loading'}>
        {chat.state === 'failed' && (
          <ErrorState text={t('chat.failed')} retryLabel={t('actions.retry')} onRetry={() => chat.retry()} />
        )}
        {chat.state === 'loading' && (
          <div className={styles.wait} role="status">
            <Spinner size="l" />
            <VisuallyHidden>{t('status.loading')}</VisuallyHidden>
          </div>
        )}
        {chat.frame && (
          <iframe
            ref={frame}
            key={chat.attempt}
            className={styles.frame}
            data-ready={chat.state === 'ready' || undefined}
            title={t('chat.frame')}
            src={chat.frame.url}
            sandbox={sandbox[chat.frame.kind]}
            referrerPolicy="no-referrer"
            onLoad={() => chat.frameLoaded()}
          />
        )}
      </div>
    </Sheet>
  )
})
