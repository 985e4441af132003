import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { slipOf } from '../../stores/sports/SlipStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { SlipBar } from './SlipBar.tsx'

const loadPanel = async () => ({ default: (await import('./SlipPanel.tsx')).SlipPanel })
const SlipPanel = lazy(loadPanel)

/** The bet slip of /footballPage: a bar above the bottom bar, and the panel that it opens. */
export const SlipDock = observer(function SlipDock() {
  const slip = slipOf(useStores())
  const bar = useRef<HTMLButtonElement>(null)
  useEffect(() => slip.start(document), [slip])
  const { isOpen } = slip
  const isFilled = slip.legs.length > 0
  // There by the time that the bar is pressed; should it not come now, the press asks again.
  useEffect(() => void (isFilled && loadPanel().catch(console.warn)), [isFilled])
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Closed: the focus goes back to what opens it, or stays where the player has put it.
    const isLost = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) bar.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
      <SlipBar slip={slip} ref={bar} />
      {isOpen && (
        <Suspense>
          <SlipPanel slip={slip} />
        </Suspense>
      )}
    </>
  )
})
