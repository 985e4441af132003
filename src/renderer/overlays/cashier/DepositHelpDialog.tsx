import { useTranslation } from 'react-i18next'
import type { OfferedPackage } from '#contract/http/order.ts'
import type { Language } from '#contract/languages.ts'
import { turnoverFactors, turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { turnoverSteps } from '#contract/rules/turnoverWeight.ts'
import { formatPercent } from '../../i18n/format.ts'
import { roundMoney } from '../../i18n/ruleFigures.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Details } from '../../ui/Details.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './DepositHelpDialog.module.css'

const questions = ['how', 'late', 'bonus', 'safe'] as const

interface DepositHelpDialogProps {
  /** The package that explains the bonus; without one it is not explained. */
  example: OfferedPackage | undefined
  onClose: () => void
}

/** Questions that players ask before they pay. */
export function DepositHelpDialog({ example, onClose }: DepositHelpDialogProps) {
  const { t } = useTranslation()
  const root = useStores()
  const figures = example && bonusFigures(example, root.language.selected)
  return (
    <Sheet title={t('money.deposit.help.title')} closeLabel={t('actions.close')} onClose={onClose}>
      <div className={styles.list}>
        {questions
          .filter((question) => example || question !== 'bonus')
          .map((question, index) => (
            <Details
              key={question}
              name="deposit-help"
              open={index === 0}
              summary={t(`money.deposit.help.${question}`)}
            >
              {t(`money.deposit.help.${question}Text`, figures)}
            </Details>
          ))}
        <Button variant="secondary" size="l" full onClick={() => root.openSupport()}>
          {t('actions.support')}
        </Button>
      </div>
    </Sheet>
  )
}

/** The rules of the rollover, and what they ask for this package. */
function bonusFigures({ price, bonus }: OfferedPackage, language: Language): Record<string, string | number> {
  const percent = (value: number) => formatPercent(value / 100, language)
  const [high, low] = turnoverSteps
  return {
    ...turnoverFactors.deposit,
    price: roundMoney(price, language),
    gift: roundMoney(bonus, language),
    total: roundMoney(turnoverOfDeposit(price, bonus), language),
    chance: percent(low.chance),
    counts: percent(low.counts),
    highChance: percent(high.chance),
    highCounts: percent(high.counts),
  }
}
