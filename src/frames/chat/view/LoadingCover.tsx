import type { ConversationState } from '../Conversation.ts'
import type { Texts } from '../texts.ts'

interface LoadingCoverProps {
  phase: ConversationState['phase']
  texts: Texts
  onTryAgain: () => void
}

/** Covers the page until the conversation is open, or shows that it could not be opened. */
export function LoadingCover({ phase, texts, onTryAgain }: LoadingCoverProps) {
  return (
    <div className="cover" hidden={phase === 'ready'}>
      {phase === 'opening' && (
        <>
          <div className="skeleton" aria-hidden="true" data-skeleton>
            <i />
            <i />
            <i />
          </div>
          <p className="unseen" role="status">
            {texts.opening}
          </p>
        </>
      )}
      {phase === 'failed' && (
        <>
          <p role="alert">{texts.failed}</p>
          <button type="button" className="solid" onClick={onTryAgain}>
            {texts.tryAgain}
          </button>
        </>
      )}
    </div>
  )
}
