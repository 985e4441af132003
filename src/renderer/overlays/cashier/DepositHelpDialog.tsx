import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Details } from '../../ui/Details.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './DepositHelpDialog.module.css'

const questions = ['how', 'late', 'bonus', 'safe'] as const

interface DepositHelpDialogProps {
  /** Whether any package on sale has a bonus; without one the bonus is not explained. */
  hasBonuses: boolean
  onClose: () => void
}

/** Questions that players ask before they pay. */
export function DepositHelpDialog({ hasBonuses, onClose }: DepositHelpDialogProps) {
  const { t } = useTranslation()
  const root = useStores()
  return (
    <Sheet title={t('money.deposit.help.title')} closeLabel={t('actions.close')} onClose={onClose}>
      <div className={styles.list}>
        {questions
          .filter((question) => hasBonuses || question !== 'bonus')
          .map((question, index) => (
            <Details
              key={question}
              name="deposit-help"
              open={index === 0}
              summary={t(`money.deposit.help.${question}`)}
            >
              {t(`money.deposit.help.${question}Text`)}
            </Details>
          ))}
        <Button variant="secondary" size="l" full onClick={() => root.openSupport()}>
          {t('actions.support')}
        </Button>
      </div>
    </Sheet>
  )
}
