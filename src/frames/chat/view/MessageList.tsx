import { Fragment } from 'react'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import type { Unsent } from '../Conversation.ts'
import type { Texts } from '../texts.ts'
import type { Times } from '../times.ts'
import { Icon } from './Icon.tsx'

interface MessageListProps {
  messages: readonly ChatMessageWire[]
  unsent: readonly Unsent[]
  texts: Texts
  times: Times
  onRetry: (key: string) => void
  onDiscard: (key: string) => void
}

/** The messages as bubbles, with a line for each day; at the end those that have not reached the server. */
export function MessageList({ messages, unsent, texts, times, onRetry, onDiscard }: MessageListProps) {
  return (
    <ol className="messages">
      {messages.map((message, index) => {
        const before = messages[index - 1]
        const isNewDay = !before || times.dayKey(before.time) !== times.dayKey(message.time)
        return (
          <Fragment key={message.id}>
            {isNewDay && (
              <li className="day">
                <span>{times.day(message.time)}</span>
              </li>
            )}
            <Message
              message={message}
              isFirst={isNewDay || before.from !== message.from}
              texts={texts}
              times={times}
            />
          </Fragment>
        )
      })}
      {unsent.map((message) => (
        <UnsentMessage
          key={message.key}
          message={message}
          isFirst={messages.at(-1)?.from === 'support'}
          texts={texts}
          onRetry={() => onRetry(message.key)}
          onDiscard={() => onDiscard(message.key)}
        />
      ))}
    </ol>
  )
}

interface MessageProps {
  message: ChatMessageWire
  /** The first of several in a row by the same author. */
  isFirst: boolean
  texts: Texts
  times: Times
}

function Message({ message: { from, text, time }, isFirst, texts, times }: MessageProps) {
  return (
    <li className={isFirst ? `${from} first` : from}>
      <span className="who">
        {from === 'support' && (
          <span className="face">
            <Icon name="agent" />
          </span>
        )}
        <span>{from === 'support' ? texts.support : texts.you}</span>
      </span>
      <div className="bubble">
        <p dir="auto">{text}</p>
        <time dateTime={time}>{times.time(time)}</time>
      </div>
    </li>
  )
}

interface UnsentMessageProps {
  message: Unsent
  isFirst: boolean
  texts: Texts
  onRetry: () => void
  onDiscard: () => void
}

function UnsentMessage({
  message: { text, state, reason },
  isFirst,
  texts,
  onRetry,
  onDiscard,
}: UnsentMessageProps) {
  const status = { sending: texts.sending, waiting: texts.waiting, refused: reason || texts.refused }[state]
  return (
    <li className={`player ${state}${isFirst ? ' first' : ''}`}>
      <span className="who">{texts.you}</span>
      <div className="bubble">
        <p dir="auto">{text}</p>
        <small>{status}</small>
      </div>
      {state !== 'sending' && (
        <div className="actions">
          <button type="button" className="quiet" onClick={onRetry}>
            {texts.retry}
          </button>
          <button type="button" className="quiet" onClick={onDiscard}>
            {texts.discard}
          </button>
        </div>
      )}
    </li>
  )
}
