import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { oddsPolicies, type OddsPolicy } from '#contract/rules/sports.ts'
import { Select } from '../../ui/Select.tsx'
import type { SlipStore } from './SlipStore.ts'

/** What happens when odds change before the bet is accepted. Below the selections: it is rarely changed. */
export const SlipPolicy = observer(function SlipPolicy({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('sports.slip.policy.label')}
      value={slip.policy}
      disabled={slip.isBusy}
      options={oddsPolicies.map((policy) => ({ value: policy, label: t(`sports.slip.policy.${policy}`) }))}
      onChange={(event) => slip.setPolicy(event.target.value as OddsPolicy)}
    />
  )
})
