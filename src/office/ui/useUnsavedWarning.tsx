import { useEffect, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { Button } from './Button.tsx'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'

/**
 * Asks before a page is left whose changes are not saved. Returns the dialog; render it somewhere. `isLeaving`: the page goes
 * on by itself, because its changes have been saved.
 */
export function useUnsavedWarning(isUnsaved: boolean, isLeaving: RefObject<boolean>): ReactNode {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title={t('unsaved.title')} onClose={() => blocker.reset()}>
      <DialogBody>
        <p>{t('unsaved.text')}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => blocker.reset()}>{t('unsaved.stay')}</Button>
        <Button tone="danger" onClick={() => blocker.proceed()}>
          {t('unsaved.leave')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
