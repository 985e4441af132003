import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languageCodes } from '#contract/languages.ts'
import { largestPerPage } from '#contract/office/list.ts'
import { cannedCalls, supportCalls, type CannedAnswer, type Chat } from '#contract/office/support.ts'
import { useOffice } from '../../data/context.ts'
import { newKey } from '../../data/officeClient.ts'
import { isRefusal } from '../../data/OfficeError.ts'
import { messageOf } from '../../ui/actions/useActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useKeys } from '../../ui/keys.ts'
import styles from './support.module.css'

/** The field for the answer. Ctrl+Enter sends it; `/` at its beginning offers the canned answers. */
export function AnswerForm({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const field = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(0)
  // A repetition after a lost answer is the same message; another text is another one.
  const key = useRef(newKey())
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
    setText(next)
    setChosen(0)
    setFailure(undefined)
    key.current = newKey()
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
      const { id } = chat
      const answer = await client.call(
        supportCalls.answer,
        { params: { id }, body: { text } },
        { idempotencyKey: key.current },
      )
      queries.setQueryData(['support', 'get', id], answer)
      change('')
      await queries.invalidateQueries()
    } catch (error) {
      if (isRefusal(error)) key.current = newKey()
      setFailure(messageOf(error))
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
