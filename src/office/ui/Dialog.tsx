import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useContext, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#renderer/ui/classes.ts'
import { IconButton } from './Button.tsx'
import { DialogHost, keepBehindLogin } from './DialogHost.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  title: string
  text?: string
  isWide?: boolean
  /** Something was typed: a press beside it does not throw that away. */
  isWritten?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog, for as long as it is mounted. Its first field has the focus, Escape and a press beside it close it, and the
 * focus goes back to where it was.
 */
export function Dialog({ title, text, isWide, isWritten, onClose, children }: DialogProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal container={useContext(DialogHost)}>
        {/* Radix's own overlay adds an inline style sheet, which the policy refuses. */}
        <div className={styles.scrim} />
        <Radix.Content
          ref={panel}
          className={classes(styles.panel, isWide && styles.wide)}
          onInteractOutside={(event) => {
            if (isWritten) event.preventDefault()
            else keepBehindLogin(event)
          }}
          onEscapeKeyDown={keepBehindLogin}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            opener.current = document.activeElement
            const first = panel.current?.querySelector<HTMLElement>(
              '[data-first], input:not([type=hidden]), textarea, select',
            )
            ;(first ?? panel.current)?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={styles.head}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('states.close')} />
            </Radix.Close>
          </div>
          {text !== undefined && <Radix.Description className={styles.text}>{text}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The part of a dialog that scrolls. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** Its buttons, the one that goes on at the right. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
