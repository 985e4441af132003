import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { PromotionList } from '../../features/promotions/PromotionList.tsx'
import { usePromotions } from '../../features/promotions/usePromotions.ts'
import { useStores } from '../../stores/useStores.ts'
import { PageSection } from '../../ui/PageSection.tsx'

/** What the house offers to whoever comes by the link. */
export const Offers = observer(function Offers() {
  const { t } = useTranslation()
  const { session } = useStores()
  const promotions = usePromotions()
  if (session.isPaused || promotions.state !== 'ready' || promotions.list.length === 0) return null
  return (
    <PageSection title={t('loyalty.promotions.title')}>
      <PromotionList store={promotions} />
    </PageSection>
  )
})
