import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { validInviteeBets, validInviteeDeposit } from '#contract/rules/referrals.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'

/** Explains what makes an invited player valid, and to which wallet the reward goes. */
export const LadderRules = observer(function LadderRules() {
  const { t } = useTranslation()
  const language = useStores().language.selected
  // Beside the steps there is room for it.
  const isWide = useIsWide()
  return (
    <Details summary={t('loyalty.ladder.rules')} open={isWide}>
      <p>
        {t('loyalty.ladder.rulesText', {
          deposit: formatMoney(validInviteeDeposit, language),
          bets: formatMoney(validInviteeBets, language),
        })}
      </p>
    </Details>
  )
})
