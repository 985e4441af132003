import { useState } from 'react'
import type { SandboxMail } from '#contract/sandbox.ts'
import { usePage } from './Page.ts'
import { Section, WatchedList } from './parts.tsx'
import { useFormats } from './useFormats.ts'
import { useWatched } from './useWatched.ts'

/** What players would have found in their mailboxes. */
export function Mailbox() {
  const { texts } = usePage()
  const formats = useFormats()
  const [to, setTo] = useState('')
  const address = to.trim()
  const mails = useWatched('GET outbox', { query: { to: address || undefined } })
  return (
    <Section id="mailbox" title={texts.sections.mailbox}>
      <div className="field">
        <label htmlFor="mailbox-to">{texts.mailbox.to}</label>
        <input
          id="mailbox-to"
          inputMode="email"
          autoComplete="off"
          list="newest-players"
          value={to}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <WatchedList
        watched={mails}
        empty={address ? texts.mailbox.noneTo : texts.mailbox.none}
        label={texts.sections.mailbox}
        keyOf={keyOf}
      >
        {(mail) => (
          <>
            <p className="head">
              <b>{mail.to}</b>
              <span className="hint">{formats.time(mail.sentAt)}</span>
            </p>
            {mail.code !== null && (
              <p>
                <span>{texts.mailbox.code}</span> <code>{mail.code}</code>
              </p>
            )}
            <details>
              <summary>{mail.subject}</summary>
              <pre>{mail.text}</pre>
              {mail.link !== null && (
                <a href={mail.link} target="_blank" rel="noreferrer">
                  {texts.mailbox.link}
                </a>
              )}
            </details>
          </>
        )}
      </WatchedList>
    </Section>
  )
}

/** Mails have no id here. */
function keyOf({ to, sentAt, subject }: SandboxMail): string {
  return JSON.stringify([sentAt, to, subject])
}
