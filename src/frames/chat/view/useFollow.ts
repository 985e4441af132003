import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Conversation, ConversationState } from '../Conversation.ts'

/** The player follows the conversation when its end is at most this far below what is visible, in px. */
const nearPx = 80

interface Follow {
  /** Ref of the element that scrolls the conversation. */
  scroller: RefObject<HTMLDivElement | null>
  /** There are messages below that the player has not seen. */
  hasNew: boolean
  onScroll: () => void
  toEnd: () => void
}

/**
 * The scroll position of the conversation. It stays at the end while the player follows, and keeps
 * its place when older messages are added above. Tells the conversation when the player has seen its end.
 */
export function useFollow(conversation: Conversation, state: ConversationState): Follow {
  const { messages, unsent, phase, hasOlder } = state
  const firstSeq = messages[0]?.seq
  const lastSeq = messages.at(-1)?.seq ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  /** The conversation before the change that is being rendered. */
  const before = useRef({ top: 0, height: 0, isAtEnd: true, firstSeq })
  const [seenSeq, setSeenSeq] = useState(0)

  const onScroll = useCallback(() => {
    const node = scroller.current
    if (!node) return
    const { scrollTop: top, scrollHeight: height, clientHeight } = node
    const isAtEnd = height - top - clientHeight < nearPx
    before.current = { top, height, isAtEnd, firstSeq }
    if (!isAtEnd) return
    setSeenSeq(lastSeq)
    if (phase === 'ready' && document.visibilityState === 'visible') void conversation.markSeen()
  }, [conversation, firstSeq, lastSeq, phase])

  const toEnd = useCallback(() => {
    // What is about to render counts as well: a message that the player has just sent.
    before.current.isAtEnd = true
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [])

  useLayoutEffect(() => {
    const node = scroller.current
    if (!node) return
    const { top, height, isAtEnd, firstSeq: firstBefore } = before.current
    const isPrepended = firstSeq !== undefined && firstBefore !== undefined && firstSeq < firstBefore
    if (isPrepended) node.scrollTop = top + node.scrollHeight - height
    else if (isAtEnd) node.scrollTop = node.scrollHeight
    onScroll()
  }, [messages, unsent, hasOlder, firstSeq, onScroll])

  return { scroller, hasNew: lastSeq > seenSeq, onScroll, toEnd }
}
