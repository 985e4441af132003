import { useQueries } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useContext, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { useHouseHas, useMay, useOffice } from '../data/context.ts'
import { callKey } from '../ui/actions/action.ts'
import { DialogHost, keepBehindLogin } from '../ui/DialogHost.ts'
import dialogStyles from '../ui/Dialog.module.css'
import { usePageActionList } from '../ui/pageActions.ts'
import { matches } from './matches.ts'
import { pages } from './pages.ts'
import { paletteSources } from './paletteSources.ts'
import styles from './Palette.module.css'

interface Option {
  id: string
  group: string
  label: string
  detail?: string
  icon: LucideIcon
  run: () => void
}

const shortestSearch = 2
const typingMs = 200

/** Ctrl+K: pages, what can be done here, and records, by a part of their names. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const may = useMay()
  const has = useHouseHas()
  const navigate = useNavigate()
  const actions = usePageActionList()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { client } = useOffice()
  /** What is typed, a moment after the last letter. */
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  const id = useId()
  const opener = useRef<Element | null>(null)
  const list = useRef<HTMLDivElement>(null)

  const all: Option[] = [
    ...actions.map(({ action, run }) => ({
      id: `action-${action.call.name}`,
      group: t('shell.actions'),
      label: t(callKey(action.call.name)) as string,
      icon: action.icon,
      run,
    })),
    ...pages.flatMap(({ path, permission, entry }) =>
      entry && may(permission) && has(entry.needs)
        ? [
            {
              id: `page-${path}`,
              group: t('shell.pages'),
              label: t(entry.label) as string,
              detail: t(entry.group) as string,
              icon: entry.icon,
              run: () => void navigate(path),
            },
          ]
        : [],
    ),
  ]
  const sources = paletteSources.filter(({ permission }) => may(permission))
  const searched = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: ['palette', name, sought],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(client, sought, signal),
      enabled: sought.length >= shortestSearch,
    })),
  })
  const records = sources.flatMap(({ name, label, icon }, index): Option[] =>
    sought.length < shortestSearch
      ? []
      : (searched[index]?.data ?? []).map((record) => ({
          id: `${name}-${record.id}`,
          group: t(label) as string,
          label: record.label,
          detail: record.detail,
          icon,
          run: () => void navigate(record.to),
        })),
  )
  const found = [...all.filter(({ label, detail }) => matches(`${label} ${detail ?? ''}`, typed)), ...records]
  const current = Math.min(at, found.length - 1)

  const choose = (option: Option | undefined) => {
    if (!option) return
    // Closed first: what it opens takes the focus.
    opener.current = null
    onClose()
    option.run()
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      const next = (current + step + found.length) % found.length
      setAt(next)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(found[current])
    }
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal container={useContext(DialogHost)}>
        <div className={dialogStyles.scrim} />
        <Dialog.Content
          className={styles.panel}
          onInteractOutside={keepBehindLogin}
          onEscapeKeyDown={keepBehindLogin}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <Dialog.Title asChild>
            <div>
              <VisuallyHidden>{t('keys.palette')}</VisuallyHidden>
            </div>
          </Dialog.Title>
          <input
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found[current] ? `${id}-${found[current].id}` : undefined}
            aria-label={t('keys.palette')}
            className={styles.input}
            placeholder={t('shell.search')}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setAt(0)
            }}
            onKeyDown={handleKey}
          />
          <div id={id} ref={list} role="listbox" aria-label={t('keys.palette')} className={styles.list}>
            {found.map((option, index) => (
              <div key={option.id} role="presentation">
                {option.group !== found[index - 1]?.group && (
                  <p className={styles.group} role="presentation">
                    {option.group}
                  </p>
                )}
                <div
                  id={`${id}-${option.id}`}
                  role="option"
                  aria-selected={index === current}
                  className={styles.option}
                  onPointerMove={() => setAt(index)}
                  onClick={() => choose(option)}
                >
                  <option.icon aria-hidden />
                  <span>{option.label}</span>
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                </div>
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p className={styles.nothing} role="status">
              {t('shell.nothingFound')}
            </p>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
