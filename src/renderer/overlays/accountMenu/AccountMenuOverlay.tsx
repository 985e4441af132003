import ALargeSmall from 'lucide-react/icons/a-large-small'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import BellRing from 'lucide-react/icons/bell-ring'
import Crown from 'lucide-react/icons/crown'
import IdCard from 'lucide-react/icons/id-card'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import KeyRound from 'lucide-react/icons/key-round'
import Languages from 'lucide-react/icons/languages'
import LogOut from 'lucide-react/icons/log-out'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smartphone from 'lucide-react/icons/smartphone'
import UserRound from 'lucide-react/icons/user-round'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './AccountMenuOverlay.module.css'
import { AvatarPicker } from './AvatarPicker.tsx'
import { MessagesRow } from './MessagesRow.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { TestAccountBox } from './TestAccountBox.tsx'

/** The account menu: the player's card, deposit and withdrawal, and the account pages. */
export const AccountMenuOverlay = observer(function AccountMenuOverlay() {
  const { t } = useTranslation()
  const root = useStores()
  const { overlays, navigation, session, host, platform } = root
  const [isPicking, setPicking] = useState(false)
  return (
    <Sheet
      title={t('accountMenu.title')}
      side="top"
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <div className={styles.menu}>
        <PlayerCard onAvatar={() => setPicking(true)} />
        <div className={styles.money}>
          <Button
            variant="primary"
            size="l"
            full
            icon={<ArrowDownToLine aria-hidden />}
            onClick={() => root.openDeposit()}
          >
            {t('accountMenu.deposit')}
          </Button>
          {!session.player?.isTest && (
            <Button size="l" full icon={<ArrowUpFromLine aria-hidden />} onClick={() => root.openWithdraw()}>
              {t('accountMenu.withdraw')}
            </Button>
          )}
        </div>
        <TestAccountBox />
        <div className={styles.rows}>
          <ListRow
            icon={<UserRound aria-hidden />}
            title={t('accountMenu.account')}
            chevron={false}
            onClick={() => navigation.go('/conta')}
          />
          <ListRow
            icon={<IdCard aria-hidden />}
            title={t('profile.title')}
            chevron={false}
            onClick={() => overlays.open('profile')}
          />
          {platform.host === 'web' && (
            <ListRow
              icon={<BellRing aria-hidden />}
              title={t('notices.title')}
              chevron={false}
              onClick={() => overlays.open('notifications')}
            />
          )}
          <ListRow
            icon={<Crown aria-hidden />}
            title={t('accountMenu.vip')}
            chevron={false}
            onClick={() => navigation.go('/vip')}
          />
          <ListRow
            icon={<ScrollText aria-hidden />}
            title={t('accountMenu.records')}
            chevron={false}
            onClick={() => navigation.go('/registros')}
          />
          <MessagesRow />
          <ListRow
            icon={<KeyRound aria-hidden />}
            title={t('accountMenu.password')}
            chevron={false}
            onClick={() => overlays.open('resetPassword', { email: session.player?.email })}
          />
          {host.languages.length > 1 && (
            <ListRow
              icon={<Languages aria-hidden />}
              title={t('accountMenu.language')}
              chevron={false}
              onClick={() => overlays.open('language')}
            />
          )}
          <ListRow
            icon={<ALargeSmall aria-hidden />}
            title={t('account.textSize.title')}
            chevron={false}
            onClick={() => overlays.open('textSize')}
          />
          <ListRow
            icon={<ShieldCheck aria-hidden />}
            title={t('account.privacy.title')}
            chevron={false}
            onClick={() => overlays.open('privacy')}
          />
          <ListRow
            icon={<HeartHandshake aria-hidden />}
            title={t('accountMenu.responsible')}
            chevron={false}
            to="/jogoResponsavel"
          />
          {host.kiosk && (
            <ListRow
              icon={<Smartphone aria-hidden />}
              title={t('kiosk.phone.continue')}
              chevron={false}
              onClick={() => overlays.open('continueOnPhone')}
            />
          )}
          <ListRow
            icon={<LogOut aria-hidden />}
            title={t('accountMenu.logout')}
            tone="danger"
            chevron={false}
            onClick={() => void root.logout()}
          />
        </div>
      </div>
      {isPicking && <AvatarPicker onClose={() => setPicking(false)} />}
    </Sheet>
  )
})
