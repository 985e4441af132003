import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#renderer/ui/classes.ts'
import { Button } from '../Button.tsx'
import { useKeys } from '../keys.ts'
import type { Filter } from './columns.ts'
import { dayEnd, dayOfEnd, dayOfStart, dayStart } from './days.ts'
import styles from './FilterBar.module.css'

const typingMs = 250

export type FilterValues = Readonly<Record<string, string>>

export interface FilterBarProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: (values: FilterValues) => void
}

/** The filters of a list. `/` goes to the search. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const search = useRef<HTMLInputElement>(null)
  /** On a phone only the search is shown until they are asked for. */
  const [isOpen, setOpen] = useState(false)
  useKeys(
    filters.some(({ kind }) => kind === 'search')
      ? [{ key: '/', label: t('keys.search'), run: () => search.current?.focus() }]
      : [],
  )
  /** What was asked for last; `values` follow it through the address. */
  const wanted = useRef(values)
  useEffect(() => {
    wanted.current = values
  }, [values])
  /** How often all were cleared, also what was typed and does not count yet. */
  const [cleared, setCleared] = useState(0)
  if (filters.length === 0) return null
  const change = (next: FilterValues) => {
    wanted.current = next
    onChange(next)
  }
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = wanted.current
    change(value === '' ? others : { ...others, [name]: value })
  }
  const isFiltered = filters.some(({ name }) => values[name])
  const hidden = filters.filter(({ kind }) => kind !== 'search')
  const hiddenSet = hidden.filter(({ name }) => values[name]).length
  return (
    <div className={classes(styles.bar, isOpen && styles.open)} role="search" data-quiet-print>
      {filters.map((filter) => {
        const value = values[filter.name] ?? ''
        const label = t(filter.label) as string
        const shared = { value, label, onChange: (next: string) => set(filter.name, next) }
        if (filter.kind === 'search' || filter.kind === 'text')
          return (
            <Typed
              {...shared}
              key={`${filter.name}/${cleared}`}
              isSearch={filter.kind === 'search'}
              input={search}
            />
          )
        if (filter.kind === 'select')
          return (
            <select
              key={filter.name}
              aria-label={label}
              className={classes(styles.input, value !== '' && styles.set)}
              value={value}
              onChange={(event) => set(filter.name, event.target.value)}
            >
              <option value="">{label}</option>
              {filter.choices?.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          )
        const { kind } = filter
        const isEnd = kind === 'dayEnd'
        return (
          <label key={filter.name} className={styles.day}>
            <span>{label}</span>
            <input
              type="date"
              className={classes(styles.input, value !== '' && styles.set)}
              value={value === '' || kind === 'date' ? value : isEnd ? dayOfEnd(value) : dayOfStart(value)}
              onChange={({ target: { value: day } }) =>
                set(filter.name, day === '' || kind === 'date' ? day : isEnd ? dayEnd(day) : dayStart(day))
              }
            />
          </label>
        )
      })}
      {hidden.length > 0 && (
        <button
          type="button"
          className={classes(styles.input, styles.more, hiddenSet > 0 && styles.set)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          <span>{hiddenSet > 0 ? `${t('list.filters')} (${hiddenSet})` : t('list.filters')}</span>
        </button>
      )}
      {isFiltered && (
        <Button
          tone="plain"
          icon={X}
          onClick={() => {
            setCleared(cleared + 1)
            change({})
          }}
        >
          {t('list.clear')}
        </Button>
      )}
    </div>
  )
}

interface TypedProps {
  value: string
  label: string
  isSearch: boolean
  input: React.RefObject<HTMLInputElement | null>
  onChange: (value: string) => void
}

/** What is typed counts a moment after the last letter, or with Enter. */
function Typed({ value, label, isSearch, input, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Changed elsewhere: by the address or by clearing the filters.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const send = (text: string) => {
    clearTimeout(timer.current)
    sent.current = text.trim()
    latest.current(text.trim())
  }
  const field = (
    <input
      ref={isSearch ? input : undefined}
      type={isSearch ? 'search' : 'text'}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      className={classes(styles.input, !isSearch && styles.text, !isSearch && value !== '' && styles.set)}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => send(target.value), typingMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed)
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
  if (!isSearch) return field
  return (
    <div className={styles.search}>
      <Search aria-hidden />
      {field}
    </div>
  )
}
