import X from 'lucide-react/icons/x'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import * as Dialog from 'radix-ui/dialog'
import { useRef, type ReactNode, type RefObject } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { isOnScreenKeyboard } from './onScreenKeyboard.ts'
import styles from './Sheet.module.css'
import { useClosing } from './useClosing.ts'
import { useDialogFocus } from './useDialogFocus.ts'
import { useDragDown } from './useDragDown.ts'
import { useScrollLock } from './useScrollLock.ts'
import { useSecondPress } from './useSecondPress.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface SheetProps {
  /** The dialog's accessible name, shown as its heading unless `hideTitle`. */
  title: string
  hideTitle?: boolean
  /** Called after the exit animation: Escape, backdrop, close button, drag down. */
  onClose: () => void
  /** Accessible name of the close button. */
  closeLabel: string
  /** Shows a back arrow left of the title; its accessible name. */
  backLabel?: string
  onBack?: () => void
  /** Default true, for owners that mount it only when it is needed. */
  open?: boolean
  /** bottom: sheet on phones, a dialog in the middle of anything larger; left: side menu; top: account menu. */
  side?: 'bottom' | 'left' | 'top'
  /** auto: as high as its content; full: as high as the window allows; screen: all of it. For `bottom` only. */
  size?: 'auto' | 'full' | 'screen'
  /** false: pressing outside does not close it (forms, payments); Escape still does. Default true. */
  closeOnOutside?: boolean
  /** The element that receives the focus; default the panel itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Stays visible under the scrolling content: the main action. */
  footer?: ReactNode
  /** Shown right of the title. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A modal dialog. Focus stays inside and returns to what opened it; Escape closes the topmost. */
export function Sheet(props: SheetProps) {
  const { title, hideTitle, onClose, open = true, side = 'bottom', size = 'auto' } = props
  const { closing, gone, close } = useClosing(onClose)
  const panel = useRef<HTMLDivElement>(null)
  const focus = useDialogFocus(panel, props.initialFocus)
  const drag = useDragDown(panel, close)
  const shown = open && !closing
  // Until it is gone: letting the page scroll paints all of it again, and the press that closes the sheet would wait for that.
  useScrollLock(open)
  useSecondPress(open && !gone)
  // Radix closes with its owner, after the exit animation: closing both at once would calculate the style of the page
  // within the press.
  const state = shown ? 'open' : 'closed'
  const keepOpen = (event: CustomEvent<{ originalEvent: Event }>) => {
    if (props.closeOnOutside === false || isOnScreenKeyboard(event.detail.originalEvent.target))
      event.preventDefault()
  }
  return (
    <Dialog.Root open={open && !gone} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <div className={styles.scrim} data-state={state} />
        <div className={styles.layer} data-state={state} data-side={size === 'screen' ? size : side}>
          <Dialog.Content
            ref={panel}
            data-state={state}
            aria-describedby={undefined}
            className={classes(styles.panel, styles[side], size !== 'auto' && styles[size], props.className)}
            onPointerDownOutside={keepOpen}
            onInteractOutside={keepOpen}
            onEscapeKeyDown={leaveToList}
            {...focus}
          >
            <div className={styles.head} {...(side === 'bottom' ? drag : {})}>
              {side === 'bottom' && <span className={styles.grab} aria-hidden />}
              <div className={styles.bar}>
                {props.onBack && (
                  <IconButton aria-label={props.backLabel ?? ''} onClick={props.onBack}>
                    <ChevronLeft aria-hidden />
                  </IconButton>
                )}
                <Dialog.Title className={classes(styles.title, props.onBack && styles.afterBack)}>
                  {hideTitle ? <VisuallyHidden>{title}</VisuallyHidden> : <span>{title}</span>}
                </Dialog.Title>
                {props.actions}
                <IconButton aria-label={props.closeLabel} onClick={close}>
                  <X aria-hidden />
                </IconButton>
              </div>
            </div>
            <div className={styles.body}>{props.children}</div>
            {props.footer && <div className={styles.footer}>{props.footer}</div>}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Escape closes the suggestions of a field first: Radix hears of the press before the field does. */
function leaveToList(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.matches('[aria-autocomplete][aria-controls]'))
    event.preventDefault()
}
