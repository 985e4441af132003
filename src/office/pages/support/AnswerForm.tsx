import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languageCodes } from '#contract/languages.ts'
import { largestPerPage } from '#contract/office/list.ts'
import { cannedCalls, type CannedAnswer, type Chat } from '#contract/office/support.ts'
import { attempts } from '../../data/attempts.ts'
import { useOffice, useSession } from '../../data/context.ts'
import { messageOf } from '../../data/OfficeError.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useKeys } from '../../ui/keys.ts'
import { useIsMounted } from '../../ui/useIsMounted.ts'
import { drafts } from './drafts.ts'
import { answerName, sendAnswer } from './sendAnswer.ts'
import styles from './support.module.css'

/** The field for the answer. Ctrl+Enter sends it; `/` at its beginning offers the canned answers. */
export function AnswerForm({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const field = useRef<HTMLFormElement>(null)
  const { state } = useSession()
  const isShown = useIsMounted()
  // Another person who logs in does not read what this one has begun.
  const draft = state.stage === 'full' ? `${state.person.id} ${chat.id}` : chat.id
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(draft))
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(0)
  const canned = useQuery({
    queryKey: ['canned', 'list', 'all'],
    queryFn: ({ signal }) =>
      client.call(cannedCalls.list, { query: { perPage: largestPerPage } }, { signal }),
    staleTime: 60_000,
  })
  const typed = /^\/([\p{L}\d-]*)$/u.exec(text)?.[1]?.toLowerCase()
  const offered =
    typed === undefined
      ? []
      : (canned.data?.data ?? []).filter(
          ({ shortcut, title }) => shortcut.startsWith(typed) || title.toLowerCase().includes(typed),
        )
  const focus = () => field.current?.querySelector('textarea')?.focus()
  useKeys([{ key: 'a', label: t('support.write'), run: focus }])

  const change = (next: string) => {
    drafts.set(draft, next)
    setChosen(0)
    setFailure(undefined)
  }
  const insert = (answer: CannedAnswer) => {
    change(textOf(answer, chat))
    focus()
  }
  const send = async () => {
    if (isBusy || text.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await sendAnswer({ client, attempts, drafts }, { chat, text, draft })
      queries.setQueryData(['support', 'get', chat.id], answer)
      await queries.invalidateQueries()
    } catch (error) {
      const detail = attempts.isLost(answerName(chat))
        ? `${messageOf(error)} ${t('actions.mayBeDone')}`
        : messageOf(error)
      if (isShown.current) setFailure(detail)
      else
        notices.say('bad', `${t('calls.support.answer')}: ${chat.email}`, {
          detail,
          link: { to: `/support/${encodeURIComponent(chat.id)}`, label: t('support.conversation') },
        })
    } finally {
      setBusy(false)
      focus()
    }
  }
  const press = (event: KeyboardEvent) => {
    const answer = offered[chosen]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (answer && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      insert(answer)
    } else if (offered.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((chosen + step + offered.length) % offered.length)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (typed === undefined) event.currentTarget.querySelector('textarea')?.blur()
      else change('')
    }
  }
  return (
    <form
      ref={field}
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {typed !== undefined && (
        <ul id="canned" className={styles.canned} aria-label={t('support.canned')}>
          {offered.map((answer, index) => (
            <li key={answer.id}>
              <button
                type="button"
                tabIndex={-1}
                data-chosen={index === chosen || undefined}
                onClick={() => insert(answer)}
              >
                <kbd>{`/${answer.shortcut}`}</kbd> <span>{answer.title}</span>
              </button>
            </li>
          ))}
          {offered.length === 0 && <li className={styles.nothing}>{t('support.noCanned')}</li>}
        </ul>
      )}
      <div role="presentation" onKeyDown={press}>
        <TextArea
          label={t('support.answerField')}
          hint={t('support.answerHint')}
          value={text}
          rows={3}
          readOnly={isBusy}
          onChange={change}
          {...(failure === undefined ? {} : { error: failure })}
        />
      </div>
      <Button type="submit" tone="primary" icon={SendHorizontal} isBusy={isBusy} shortcut="Ctrl+Enter">
        {t('calls.support.answer')}
      </Button>
    </form>
  )
}

/** In the player's language, or in the first one that the answer has. */
function textOf({ texts }: CannedAnswer, { language }: Chat): string {
  const first = languageCodes.find((code) => texts[code] !== undefined)
  return texts[language] ?? (first ? texts[first] : undefined) ?? ''
}
