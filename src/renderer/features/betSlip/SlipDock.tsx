import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStores } from '../../stores/useStores.ts'
import { useRoundStatus } from '../bet/useRoundStatus.ts'
import { afterPaint } from '../../ui/afterPaint.ts'
import { MountWhenLoaded } from '../../ui/MountWhenLoaded.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import { classes } from '../../ui/classes.ts'
import { OneTapBar } from './OneTapBar.tsx'
import oneTapStyles from './OneTapBar.module.css'
import { OneTapStore } from './OneTapStore.ts'
import { SlipBar } from './SlipBar.tsx'
import { SlipStore } from './SlipStore.ts'

const loadPanel = async () => ({ default: (await import('./SlipPanel.tsx')).SlipPanel })
const SlipPanel = lazy(loadPanel)

/**
 * The bet slip of /footballPage: a bar above the bottom bar, and the panel it opens. On a wide screen the panel is always
 * there, where the page has put it.
 */
export const SlipDock = observer(function SlipDock() {
  const slip = useStores().feature(SlipStore)
  const bar = useRef<HTMLButtonElement>(null)
  useEffect(() => slip.start(document), [slip])
  const isWide = useIsWide()
  const { isOpen } = slip
  // An offer waits until the receipt is closed.
  useRoundStatus((isWide ? slip.receipts.length > 0 : isOpen) || slip.isBusy)
  const isFilled = slip.legs.length > 0
  // Loaded before the bar is pressed. When loading fails, pressing the bar loads it again.
  useEffect(() => (isFilled ? afterPaint(() => void loadPanel().catch(console.warn)) : undefined), [isFilled])
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Closing returns the focus to the bar, unless the player has moved it elsewhere.
    const isLost = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) bar.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const oneTap = useStores().feature(OneTapStore)
  useEffect(() => oneTap.start(window), [oneTap])
  if (isWide) {
    return (
      <Suspense>
        <SlipPanel slip={slip} isDocked />
      </Suspense>
    )
  }
  return (
    <>
      {(oneTap.isArmed || oneTap.isBusy) && !isOpen && (
        <div className={classes(oneTapStyles.float, slip.hasBar && oneTapStyles.above)}>
          <OneTapBar oneTap={oneTap} />
        </div>
      )}
      <SlipBar slip={slip} ref={bar} />
      <MountWhenLoaded isOpen={isOpen}>{() => <SlipPanel slip={slip} />}</MountWhenLoaded>
    </>
  )
})
