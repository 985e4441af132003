import { useTranslation } from 'react-i18next'
import { DepositLimitForm } from '../../parts/limits/DepositLimitForm.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** Right after the registration, where the jurisdiction asks for a deposit limit; then the deposit. */
export function DepositLimitOverlay() {
  const { t } = useTranslation()
  const root = useStores()
  const close = () => root.overlays.close()
  return (
    <Sheet title={t('limits.askedTitle')} closeLabel={t('actions.close')} onClose={close}>
      <DepositLimitForm onDone={() => root.openDeposit()}>
        <Button full variant="ghost" onClick={close}>
          {t('money.second.later')}
        </Button>
      </DepositLimitForm>
    </Sheet>
  )
}
