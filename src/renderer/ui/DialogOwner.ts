import { createContext } from 'react'

/** What has opened the dialog: another one for each opening. */
export interface Opening {
  /** Something else has been opened since and has not rendered yet. */
  isReplaced(): boolean
}

/** Without one, a dialog is its owner's alone. */
export const DialogOwner = createContext<Opening>({ isReplaced: () => false })
