import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
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
  const { device } = useStores()
  if (any.some((name) => device.has(name))) return children
  if (__HOST__ === 'web' || device.info) return <Navigate to={to} replace />
  return <UntilTold />
})

/** A window does not know before the server has told it. */
function UntilTold() {
  const { t } = useTranslation()
  const { device } = useStores()
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    device.load().catch((error: unknown) => {
      ignoreCallError(error)
      setFailed(true)
    })
  }, [device])
  useEffect(load, [load])
  if (hasFailed)
    return <ErrorState text={t('errors.screenFailed')} retryLabel={t('actions.retry')} onRetry={load} />
  return (
    <PageLoading label={t('status.loading')}>
      <Skeleton height="3.3rem" radius="l" />
    </PageLoading>
  )
}
