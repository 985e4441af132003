import type { Texts } from '../texts.ts'

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
      <p className="greeting">{texts.greeting}</p>
      <p>{texts.note}</p>
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
