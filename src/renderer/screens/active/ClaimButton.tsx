import Check from 'lucide-react/icons/check'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#contract/http/promotions.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import type { PromotionStore } from './PromotionStore.ts'

/** The one action of a promotion (log in, deposit or claim), or why there is none. */
export const ClaimButton = observer(function ClaimButton(props: {
  store: PromotionStore
  promotion: Promotion
}) {
  const { store, promotion } = props
  const { state } = promotion
  const { t } = useTranslation()
  const root = useStores()
  switch (state) {
    case 'login':
      return (
        <Button variant="primary" size="l" full onClick={() => root.overlays.open('login')}>
          {t('loyalty.promotions.action.login')}
        </Button>
      )
    case 'needsDeposit':
      return (
        <Button variant="primary" size="l" full onClick={() => root.openDeposit()}>
          {t('loyalty.promotions.action.needsDeposit')}
        </Button>
      )
    case 'available': {
      const amount = formatMoney(promotion.amount, root.language.selected)
      return (
        <Button variant="reward" size="l" full loading={store.isClaiming} onClick={() => void store.claim()}>
          {t('loyalty.claimAmount', { amount })}
        </Button>
      )
    }
    case 'claimed':
    case 'expired':
    case 'notReady':
      return (
        <Button size="l" full disabled icon={state === 'claimed' ? <Check aria-hidden /> : undefined}>
          {t(`loyalty.promotions.action.${state}`)}
        </Button>
      )
  }
})
