import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { RecordTab } from '#contract/http/order.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown when there are no records of a kind, with a suggestion. */
export const RecordsEmpty = observer(function RecordsEmpty({ tab }: { tab: RecordTab }) {
  const { t } = useTranslation()
  const root = useStores()
  const hasAction = tab !== 'withdrawals' || !root.session.player?.isTest
  const act = {
    deposits: () => root.openDeposit(),
    withdrawals: () => root.openWithdraw(),
    bets: () => root.navigation.go('/footballPage'),
    rounds: () => root.navigation.go('/home'),
    bonuses: () => root.navigation.go('/gamebouns'),
  }[tab]
  return (
    <EmptyState
      illustration={tab === 'bonuses' ? emptyArt.gift : emptyArt.records}
      title={t(`account.records.empty.${tab}`)}
      text={t(`account.records.emptyText.${tab}`)}
      action={hasAction && <Button onClick={act}>{t(`account.records.emptyAction.${tab}`)}</Button>}
    />
  )
})
