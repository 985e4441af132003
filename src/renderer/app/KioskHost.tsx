import { Assistance } from '../features/assistance/Assistance.tsx'
import { AttractLoop } from '../features/attract/AttractLoop.tsx'
import { Scanner } from '../features/scanner/Scanner.tsx'
import { ScreenKeyboard } from '../features/screenKeyboard/ScreenKeyboard.tsx'

/** What only a terminal has. A lazy chunk: nobody else loads it. */
export function KioskHost() {
  return (
    <>
      <AttractLoop />
      <ScreenKeyboard />
      <Assistance />
      <Scanner />
    </>
  )
}
