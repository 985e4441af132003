import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../ui/Switch.tsx'
import type { OneTapStore } from './OneTapStore.ts'

interface OneTapSwitchProps {
  oneTap: OneTapStore
  /** Without its explanation, where selections need the room. */
  isBrief?: boolean
}

/** Arms one-tap betting. */
export const OneTapSwitch = observer(function OneTapSwitch({ oneTap, isBrief = false }: OneTapSwitchProps) {
  const { t } = useTranslation()
  if (!oneTap.isOffered) return null
  return (
    <Switch
      label={t('own.oneTap.title')}
      hint={isBrief ? undefined : t('own.oneTap.hint')}
      checked={oneTap.isArmed}
      onChange={(event) => (event.target.checked ? oneTap.arm() : oneTap.disarm())}
    />
  )
})
