import Share2 from 'lucide-react/icons/share-2'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { ShareTicket } from './ShareTicket.ts'

/** Shares the address that shows a ticket on any device. */
export const ShareLinkButton = observer(function ShareLinkButton({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation()
  const { host } = useStores()
  const store = useOwnStore((stores) => new ShareTicket(stores))
  // A kiosk has nobody to share with, and what it copied would stay there.
  if (host.kiosk) return null
  const share = () => store.shareLink(ticketId, { title: t('brand'), text: t('sports.tickets.shareText') })
  return (
    <Button full icon={<Share2 aria-hidden />} loading={store.isBusy} onClick={() => void share()}>
      {t('sports.tickets.shareLink')}
    </Button>
  )
})
