import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './SearchBox.module.css'

interface SearchBoxProps {
  value: string
  onChange: (text: string) => void
}

/** The search field for games; Escape and the cross clear it. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <form role="search" className={styles.box} onSubmit={(event) => event.preventDefault()}>
      <Search aria-hidden className={styles.icon} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={t('home.search.label')}
        placeholder={t('home.search.placeholder')}
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
          aria-label={t('home.search.clear')}
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
