import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../Dialog.tsx'

/** What an action answered and is shown once. */
export function ResultDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <DialogBody>{props.children}</DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={props.onClose}>
          {t('states.understood')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
