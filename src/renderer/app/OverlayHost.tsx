import { observer } from 'mobx-react-lite'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { DialogOwner } from '../ui/DialogOwner.ts'
import { LoadingBox } from '../ui/LoadingBox.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { chunk } from './chunk.ts'
import { isIdle } from './reloadForChunk.ts'

const OverlayContent = chunk(async () => (await import('./overlayRegistry.ts')).OverlayContent, 'none')

/** Shows the open overlay; each is a lazy chunk. */
export const OverlayHost = observer(function OverlayHost() {
  const { t } = useTranslation()
  const root = useStores()
  const { alerts, overlays } = root
  const [isMounted, setMounted] = useState(false)
  // The press shows first: an overlay renders in short tasks after the next paint, and shows once it has loaded. Closing is
  // not deferred.
  const deferred = useDeferredValue(overlays.current)
  const open = overlays.current && deferred
  const opening = useMemo(() => ({ isReplaced: () => overlays.current !== deferred }), [overlays, deferred])
  const showFailure = () => {
    overlays.close()
    // React caches the failure of a lazy chunk: only a reload requests it again. Not in the middle of a round.
    alerts.alert(
      { key: 'errors.screenFailed' },
      { onConfirm: () => isIdle(root) && window.location.reload() },
    )
  }
  // The dialog opened last is on top, but an open alert stays there: what comes after it waits.
  const isWaiting = alerts.current !== undefined && !isMounted
  return (
    <>
      <LoadingBox
        label={t('status.loading')}
        open={overlays.current !== null && overlays.current !== deferred && !isWaiting}
      />
      {/* Always there: React then keeps what it shows until the overlay has loaded, instead of showing a fallback. */}
      <Suspense>
        {open && !isWaiting && (
          <PartBoundary onFailure={showFailure}>
            <DialogOwner value={opening}>
              <OverlayContent open={open} />
            </DialogOwner>
            <MountReporter onChange={setMounted} />
          </PartBoundary>
        )}
      </Suspense>
    </>
  )
})

/** Reports when its sibling mounts and unmounts. */
function MountReporter({ onChange }: { onChange: (isThere: boolean) => void }) {
  useEffect(() => {
    onChange(true)
    return () => onChange(false)
  }, [onChange])
  return null
}
