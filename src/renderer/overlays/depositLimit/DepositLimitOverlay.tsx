import { useTranslation } from 'react-i18next'
import { RequiredLimitsForm } from '../../features/limits/RequiredLimitsForm.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** Shown right after registration where the jurisdiction requires limits; the deposit follows. */
export function DepositLimitOverlay() {
  const { t } = useTranslation()
  const root = useStores()
  const close = () => root.overlays.close()
  // Who has closed it meanwhile stays on the page.
  const next = () => {
    if (root.overlays.isOpen('depositLimit')) root.openDeposit()
  }
  return (
    <Sheet title={t('limits.askedTitle')} closeLabel={t('actions.close')} onClose={close}>
      <RequiredLimitsForm onDone={next}>
        <Button full variant="ghost" onClick={close}>
          {t('money.second.later')}
        </Button>
      </RequiredLimitsForm>
    </Sheet>
  )
}
