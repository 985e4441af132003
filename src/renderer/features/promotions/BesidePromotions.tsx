import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { PageSection } from '../../ui/PageSection.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import styles from './BesidePromotions.module.css'
import { PromotionList } from './PromotionList.tsx'
import { usePromotions } from './usePromotions.ts'

/** A list that is still empty, with the current promotions beside it where a desktop has room for them. */
export const BesidePromotions = observer(function BesidePromotions({ children }: { children: ReactNode }) {
  const { session, device } = useStores()
  const isWide = useIsWide()
  const hasPromotions = device.has('promotions') || device.has('cashback')
  return isWide && hasPromotions && !session.isPaused ? <Columns>{children}</Columns> : children
})

const Columns = observer(function Columns({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const promotions = usePromotions()
  if (promotions.state === 'ready' && promotions.list.length === 0) return children
  return (
    <div className={styles.columns}>
      <div className={styles.subject}>{children}</div>
      <PageSection title={t('loyalty.promotions.title')}>
        <PromotionList store={promotions} isColumn />
      </PageSection>
    </div>
  )
})
