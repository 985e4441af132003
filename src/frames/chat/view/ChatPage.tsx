import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Conversation } from '../Conversation.ts'
import type { Texts } from '../texts.ts'
import type { Times } from '../times.ts'
import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { LoadingCover } from './LoadingCover.tsx'
import { Icon } from './Icon.tsx'
import { MessageList } from './MessageList.tsx'
import { useFollow } from './useFollow.ts'
import { Welcome } from './Welcome.tsx'

interface ChatPageProps {
  conversation: Conversation
  texts: Texts
  times: Times
}

/** The page: the conversation, what is wrong with the network, the text box. */
export function ChatPage({ conversation, texts, times }: ChatPageProps) {
  const getState = () => conversation.state
  const state = useSyncExternalStore(conversation.subscribe, getState, getState)
  const { phase, messages, unsent, hasOlder } = state
  const { scroller, hasNew, onScroll, toEnd } = useFollow(conversation, state)
  const box = useRef<HTMLTextAreaElement>(null)

  // Not on a touch screen: the focus would raise the keyboard.
  useLayoutEffect(() => {
    if (matchMedia('(hover: hover)').matches) box.current?.focus()
  }, [])

  /** The text box gets the focus, with the caret behind the text. */
  function focusBox(): void {
    const node = box.current
    node?.focus()
    node?.setSelectionRange(node.value.length, node.value.length)
  }

  function typeTopic(topic: string): void {
    conversation.type(topic)
    focusBox()
  }

  function discard(key: string): void {
    conversation.discard(key)
    focusBox()
  }

  async function loadOlder(): Promise<void> {
    await conversation.loadOlder()
    // Without the button, the focus goes to where the player reads on.
    if (!conversation.state.hasOlder && document.activeElement === document.body) scroller.current?.focus()
  }

  return (
    <>
      <h1 className="unseen">{texts.title}</h1>
      <p className="offline" role="status">
        {state.isOffline && phase === 'ready' && texts.offline}
      </p>
      <div className="stage">
        <div
          ref={scroller}
          className="scroller"
          role="log"
          aria-label={texts.conversation}
          aria-live="off"
          tabIndex={0}
          onScroll={onScroll}
        >
          <button
            type="button"
            className="quiet older"
            hidden={!hasOlder}
            disabled={state.isLoadingOlder}
            onClick={() => void loadOlder()}
          >
            {texts.older}
          </button>
          <Welcome
            isHidden={hasOlder || phase !== 'ready'}
            hasBegun={messages.length + unsent.length > 0}
            texts={texts}
            onTopic={typeTopic}
          />
          <MessageList
            messages={messages}
            unsent={unsent}
            texts={texts}
            times={times}
            onRetry={(key) => void conversation.retry(key)}
            onDiscard={discard}
          />
        </div>
        <button type="button" className="newest" hidden={!hasNew} onClick={toEnd}>
          <Icon name="down" />
          <span>{texts.newest}</span>
        </button>
        <LoadingCover phase={phase} texts={texts} onTryAgain={() => conversation.reopen()} />
      </div>
      <Composer
        box={box}
        text={state.typed}
        texts={texts}
        onType={(text) => conversation.type(text)}
        onSend={(text) => {
          void conversation.send(text)
          toEnd()
        }}
      />
      <Announcer messages={messages} phase={phase} texts={texts} />
    </>
  )
}
