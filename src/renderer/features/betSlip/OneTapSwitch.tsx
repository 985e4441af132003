import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../ui/Switch.tsx'
import type { OneTapStore } from './OneTapStore.ts'

/** Arms one-tap betting. */
export const OneTapSwitch = observer(function OneTapSwitch({ oneTap }: { oneTap: OneTapStore }) {
  const { t } = useTranslation()
  if (!oneTap.isOffered) return null
  return (
    <Switch
      label={t('own.oneTap.title')}
      hint={t('own.oneTap.hint')}
      checked={oneTap.isArmed}
      onChange={(event) => (event.target.checked ? oneTap.arm() : oneTap.disarm())}
    />
  )
})
