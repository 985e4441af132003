import { useEffect, useRef, useState } from 'react'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import type { ConversationState } from '../Conversation.ts'
import type { Texts } from '../texts.ts'

/** How long the announced text stays in the page: afterwards a screen reader meets each message only once. */
const announcedMs = 1_000

interface AnnouncerProps {
  messages: readonly ChatMessageWire[]
  phase: ConversationState['phase']
  texts: Texts
}

/** Has a screen reader read out what the support writes while the page is open. */
export function Announcer({ messages, phase, texts }: AnnouncerProps) {
  const [announced, setAnnounced] = useState<readonly ChatMessageWire[]>([])
  /** Number of the support's last message; undefined until the page has shown any, as those are not new. */
  const lastSeq = useRef<number>(undefined)

  useEffect(() => {
    if (phase !== 'ready') return
    const known = lastSeq.current
    const fresh = messages.filter(({ from, seq }) => from === 'support' && seq > (known ?? 0))
    lastSeq.current = fresh.at(-1)?.seq ?? known ?? 0
    if (known !== undefined && fresh.length > 0) setAnnounced(fresh)
  }, [messages, phase])

  useEffect(() => {
    if (announced.length === 0) return
    const timer = setTimeout(() => setAnnounced([]), announcedMs)
    return () => clearTimeout(timer)
  }, [announced])

  return (
    <p className="unseen" role="status">
      {announced.map(({ id, text }) => (
        <span key={id}>{`${texts.support}: ${text}\n`}</span>
      ))}
    </p>
  )
}
