import { observer } from 'mobx-react-lite'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { useView } from './useView.ts'

export type SheetName = 'paytable' | 'auto' | 'history'

/** Whether a sheet is open; `onClose` is called after the player has closed it, whichever way. */
export interface SheetState {
  isOpen: boolean
  onClose: () => void
}

interface SheetProps extends SheetState {
  title: string
  children: ReactNode
}

/** A sheet from below. The browser's own dialog traps the focus, gives it back, and closes on Escape. */
export const Sheet = observer(function Sheet({ title, isOpen, onClose, children }: SheetProps) {
  const { texts } = useView()
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!isOpen) return dialog.current?.close()
    if (body.current) body.current.scrollTop = 0
    dialog.current?.showModal()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // Only a press on the backdrop has the dialog itself as its target.
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <header className="sheetHead">
        <h2>{title}</h2>
        <button
          type="button"
          className="iconButton"
          aria-label={texts.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div ref={body} className="sheetBody" tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </dialog>
  )
})
