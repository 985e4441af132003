import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { useStores } from '../../stores/useStores.ts'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface WhereOnProps {
  /** One of these is enough. */
  any: readonly HouseSwitch[]
  /** Where the page leads if the jurisdiction turns it off. */
  to: string
  children: ReactNode
}

/** A page of something that a jurisdiction may turn off. */
export const WhereOn = observer(function WhereOn({ any, to, children }: WhereOnProps) {
  const { t } = useTranslation()
  const { device } = useStores()
  if (any.some((name) => device.has(name))) return children
  if (__HOST__ === 'web' || device.info) return <Navigate to={to} replace />
  // A window does not know before the first response.
  return (
    <PageLoading label={t('status.loading')}>
      <Skeleton height="3.3rem" radius="l" />
    </PageLoading>
  )
})
