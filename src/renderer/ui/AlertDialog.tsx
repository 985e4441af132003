import * as Dialog from 'radix-ui/dialog'
import { useRef, type ReactNode } from 'react'
import styles from './AlertDialog.module.css'
import { Button } from './Button.tsx'
import sheet from './Sheet.module.css'
import { useDialogFocus } from './useDialogFocus.ts'
import { useScrollLock } from './useScrollLock.ts'
import { useSecondPress } from './useSecondPress.ts'

export interface AlertDialogProps {
  /** The message; without a title it is also the dialog's accessible name. */
  text: ReactNode
  title?: string
  /** A picture or icon above. */
  picture?: ReactNode
  confirmLabel: string
  /** Also called on Escape when there is no second button. */
  onConfirm: () => void
  /** Both add a second button, which Escape triggers unless there is `onEscape`. */
  cancelLabel?: string
  onCancel?: () => void
  onEscape?: () => void
  /** danger: the confirm button is red. */
  tone?: 'normal' | 'danger'
  /** Confirm shows a spinner. */
  busy?: boolean
  /** Disables the confirm button, for example while a required field is empty. */
  confirmDisabled?: boolean
  /** Above every other dialog, even one that opens later. */
  isTop?: boolean
  /** Default true. */
  open?: boolean
  /** Between text and buttons. */
  children?: ReactNode
}

/** role=alertdialog: stays until one of its buttons is pressed. */
export function AlertDialog(props: AlertDialogProps) {
  const { text, title, onConfirm, cancelLabel, onCancel, tone = 'normal', open = true } = props
  const panel = useRef<HTMLDivElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const focus = useDialogFocus(panel, confirm)
  useScrollLock(open)
  useSecondPress(open)
  const dismiss = cancelLabel && onCancel ? onCancel : onConfirm
  const state = open ? 'open' : 'closed'
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && (props.onEscape ?? dismiss)()}>
      <Dialog.Portal>
        <div className={sheet.scrim} data-state={state} data-top={props.isTop} />
        <div className={styles.layer} data-state={state} data-top={props.isTop}>
          <Dialog.Content
            ref={panel}
            role="alertdialog"
            aria-modal="true"
            className={styles.panel}
            {...(title ? {} : { 'aria-describedby': undefined })}
            onPointerDownOutside={(event) => event.preventDefault()}
            onInteractOutside={(event) => event.preventDefault()}
            {...focus}
          >
            {props.picture && <div className={styles.picture}>{props.picture}</div>}
            {title ? (
              <>
                <Dialog.Title className={styles.title}>{title}</Dialog.Title>
                <Dialog.Description asChild>
                  <div className={styles.text}>{text}</div>
                </Dialog.Description>
              </>
            ) : (
              <Dialog.Title asChild>
                <p className={styles.only}>{text}</p>
              </Dialog.Title>
            )}
            {props.children}
            <div className={styles.buttons}>
              {cancelLabel && (
                <Button size="l" full onClick={dismiss}>
                  {cancelLabel}
                </Button>
              )}
              <Button
                ref={confirm}
                size="l"
                full
                variant={tone === 'danger' ? 'danger' : 'primary'}
                loading={props.busy}
                disabled={props.confirmDisabled}
                onClick={onConfirm}
              >
                {props.confirmLabel}
              </Button>
            </div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
