import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { BalancePrivacy } from './BalancePrivacy.ts'

/** An eye beside balances: hides them everywhere on this device, or shows them again. */
export const HideBalanceButton = observer(function HideBalanceButton({ className }: { className?: string }) {
  const { t } = useTranslation()
  const privacy = useStores().feature(BalancePrivacy)
  return (
    <IconButton
      className={className}
      aria-label={t(privacy.isHidden ? 'top.showBalance' : 'top.hideBalance')}
      onClick={() => privacy.toggle()}
    >
      {privacy.isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  )
})
