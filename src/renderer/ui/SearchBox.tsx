import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './SearchBox.module.css'

interface SearchBoxProps {
  /** The accessible name, also shown while the field is empty unless there is a placeholder. */
  label: string
  placeholder?: string
  clearLabel: string
  value: string
  onChange: (text: string) => void
}

/** A search field; Escape and the cross clear it. */
export function SearchBox({ label, placeholder = label, clearLabel, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <form role="search" className={styles.box} onSubmit={(event) => event.preventDefault()}>
      <Search aria-hidden className={styles.icon} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={60}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if (event.key === 'Enter') input.current?.blur()
        }}
      />
      {value && (
        <IconButton
          aria-label={clearLabel}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </form>
  )
}
