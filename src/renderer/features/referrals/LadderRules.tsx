import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { validInviteeBets, validInviteeDeposit } from '#contract/rules/referrals.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'

/** Explains what makes an invited player valid, and to which wallet the reward goes. */
export const LadderRules = observer(function LadderRules() {
  const { t } = useTranslation()
  const language = useStores().language.selected
  return (
    <Details summary={t('loyalty.ladder.rules')}>
      <p>
        {t('loyalty.ladder.rulesText', {
          deposit: formatMoney(validInviteeDeposit, language),
          bets: formatMoney(validInviteeBets, language),
        })}
      </p>
    </Details>
  )
})
