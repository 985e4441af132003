import { createContext } from 'react'

/** Changes when what failed may be tried again by itself: the server responds again. */
export const ReloadSignal = createContext(0)
