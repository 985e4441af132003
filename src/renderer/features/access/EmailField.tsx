import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { suggestEmails } from '#contract/rules/email.ts'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EmailField.module.css'

export interface EmailFieldProps {
  label: string
  /** Accessible name of the list of suggested addresses. */
  listLabel: string
  value: string
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement>
  invalid?: boolean
  readOnly?: boolean
  autoComplete?: 'username' | 'username webauthn' | 'email'
}

/** As many as fit above a phone's keyboard. */
const shown = 5

/**
 * An e-mail field that suggests common domains while typing. The field stays a textbox: arrow keys move
 * through the list below it, Enter and Tab accept the marked address, Escape closes the list.
 */
export function EmailField(props: EmailFieldProps) {
  const { label, listLabel, value, onChange, invalid, readOnly } = props
  const listId = useId()
  const [isTyping, setTyping] = useState(false)
  const [marked, setMarked] = useState(-1)
  const offers = isTyping && !readOnly ? suggestEmails(value).slice(0, shown) : []
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    setTyping(false)
    setMarked(-1)
  }
  const accept = (address: string) => {
    onChange(address)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offers.length === 0) return
    const chosen = offers[marked]
    if (event.key === 'ArrowDown') setMarked((marked + 1) % offers.length)
    else if (event.key === 'ArrowUp') setMarked(marked <= 0 ? offers.length - 1 : marked - 1)
    else if (event.key === 'Escape') {
      // The list only: ui/Sheet.tsx leaves it the press.
      return close()
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      accept(chosen)
      if (event.key === 'Tab') return
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.field}>
      <TextField
        ref={props.ref}
        type="email"
        label={label}
        name="email"
        value={value}
        autoComplete={props.autoComplete ?? 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="next"
        maxLength={254}
        readOnly={readOnly}
        aria-invalid={invalid || undefined}
        aria-autocomplete="list"
        aria-controls={offers.length > 0 ? listId : undefined}
        aria-activedescendant={marked >= 0 ? optionId(marked) : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          setTyping(true)
          setMarked(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {offers.length > 0 && (
        <ul id={listId} role="listbox" aria-label={listLabel} className={styles.list}>
          {offers.map((address, index) => (
            <li
              key={address}
              id={optionId(index)}
              role="option"
              aria-selected={index === marked}
              className={styles.option}
              // Runs before the field loses focus, which would remove the list.
              onPointerDown={(event) => {
                event.preventDefault()
                accept(address)
              }}
            >
              <span className={styles.name}>{address.slice(0, address.indexOf('@'))}</span>
              <span>{address.slice(address.indexOf('@'))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
