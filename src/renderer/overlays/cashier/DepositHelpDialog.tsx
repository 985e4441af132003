import { useTranslation } from 'react-i18next'
import { Details } from '../../ui/Details.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './DepositHelpDialog.module.css'

const questions = ['how', 'late', 'bonus', 'safe'] as const

/** What players ask before they pay. */
export function DepositHelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('money.deposit.help.title')} closeLabel={t('actions.close')} onClose={onClose}>
      <div className={styles.list}>
        {questions.map((question, index) => (
          <Details
            key={question}
            name="deposit-help"
            open={index === 0}
            summary={t(`money.deposit.help.${question}`)}
          >
            {t(`money.deposit.help.${question}Text`)}
          </Details>
        ))}
      </div>
    </Sheet>
  )
}
