import type { Texts } from '../texts.ts'
import { Icon } from './Icon.tsx'

interface WelcomeProps {
  isHidden: boolean
  /** There are messages already: greeting and topics are hidden. */
  hasBegun: boolean
  texts: Texts
  onTopic: (topic: string) => void
}

/** The first thing in a conversation: a greeting, and topics that fill the text box. */
export function Welcome({ isHidden, hasBegun, texts, onTopic }: WelcomeProps) {
  return (
    <div className={hasBegun ? 'welcome begun' : 'welcome'} hidden={isHidden}>
      <span className="face">
        <Icon name="agent" />
      </span>
      <p className="greeting">{texts.greeting}</p>
      <p className="note">{texts.note}</p>
      <div className="topics">
        {texts.topics.map((topic) => (
          <button key={topic} type="button" onClick={() => onTopic(topic)}>
            {topic}
          </button>
        ))}
      </div>
    </div>
  )
}
