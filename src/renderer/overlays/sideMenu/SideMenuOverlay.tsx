import ALargeSmall from 'lucide-react/icons/a-large-small'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ChartNoAxesColumnIncreasing from 'lucide-react/icons/chart-no-axes-column-increasing'
import Crown from 'lucide-react/icons/crown'
import Download from 'lucide-react/icons/download'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Gem from 'lucide-react/icons/gem'
import Gift from 'lucide-react/icons/gift'
import Headset from 'lucide-react/icons/headset'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import Sparkles from 'lucide-react/icons/sparkles'
import Trophy from 'lucide-react/icons/trophy'
import UsersRound from 'lucide-react/icons/users-round'
import { observer } from 'mobx-react-lite'
import { useEffect, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Flag } from '../../ui/Flag.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './SideMenuOverlay.module.css'

/** The side menu: what to play, what to win, and help. */
export const SideMenuOverlay = observer(function SideMenuOverlay() {
  const { t } = useTranslation()
  const root = useStores()
  const { overlays, device, language } = root
  useEffect(() => {
    if (!device.info) device.load().catch(ignoreCallError)
  }, [device])
  return (
    <Sheet
      title={t('sideMenu.title')}
      side="left"
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <nav className={styles.menu} aria-label={t('sideMenu.title')}>
        <Group title={t('sideMenu.play')}>
          <ListRow icon={<Gamepad2 aria-hidden />} title={t('sideMenu.games')} to="/home" />
          <ListRow icon={<Trophy aria-hidden />} title={t('sideMenu.sports')} to="/footballPage" />
        </Group>
        <Group title={t('sideMenu.win')}>
          <div className={styles.cards}>
            <MenuCard tone="sky" to="/agentJl" icon={<UsersRound />} text={t('sideMenu.agent')} />
            {device.has('ladder') && (
              <MenuCard
                tone="violet"
                to="/agentJl?moveTop=true"
                icon={<ChartNoAxesColumnIncreasing />}
                text={t('sideMenu.ladder')}
              />
            )}
            <MenuCard tone="amber" to="/vip" icon={<Crown />} text={t('sideMenu.vip')} />
            <MenuCard tone="green" to="/gamebouns" icon={<Gift />} text={t('rewards.rebate.title')} />
          </div>
          {device.has('checkIn') && (
            <ListRow
              icon={<CalendarCheck aria-hidden />}
              title={t('rewards.checkIn.title')}
              to="/signInSheet"
            />
          )}
          <ListRow icon={<Gem aria-hidden />} title={t('loyalty.vip.title')} to="/vip" />
          <ListRow icon={<Share2 aria-hidden />} title={t('sideMenu.share')} to="/share" />
        </Group>
        <Group title={t('sideMenu.help')}>
          <ListRow icon={<Mail aria-hidden />} title={t('rewards.inbox.menu')} to="/gameMess" />
          <ListRow
            icon={<Headset aria-hidden />}
            title={t('sideMenu.support')}
            onClick={() => root.openSupport()}
          />
          {device.messenger && (
            <OutsideLink
              icon={<MessageCircle aria-hidden />}
              text={t('sideMenu.messenger')}
              href={device.messenger}
            />
          )}
          {device.info?.social && (
            <OutsideLink
              icon={<Sparkles aria-hidden />}
              text={t('sideMenu.social')}
              href={device.info.social}
            />
          )}
          <ListRow
            icon={<HeartHandshake aria-hidden />}
            title={t('accountMenu.responsible')}
            to="/jogoResponsavel"
          />
          {root.host.languages.length > 1 && (
            <ListRow
              icon={<Flag code={language.selected.flag} size="s" />}
              title={t('accountMenu.language')}
              text={language.selected.name}
              onClick={() => overlays.open('language')}
            />
          )}
          <ListRow
            icon={<ALargeSmall aria-hidden />}
            title={t('account.textSize.title')}
            onClick={() => overlays.open('textSize')}
          />
          <ListRow icon={<Download aria-hidden />} title={t('sideMenu.download')} to="/download" />
        </Group>
      </nav>
    </Sheet>
  )
})

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.rows} aria-labelledby={id}>
      <h3 className={styles.group} id={id}>
        {title}
      </h3>
      {children}
    </section>
  )
}

interface MenuCardProps {
  tone: 'sky' | 'violet' | 'amber' | 'green'
  to: string
  icon: ReactNode
  text: string
}

function MenuCard({ tone, to, icon, text }: MenuCardProps) {
  return (
    <Link to={to} className={styles.card} data-tone={tone}>
      <span className={styles.art} aria-hidden>
        {icon}
      </span>
      <span>{text}</span>
    </Link>
  )
}

function OutsideLink({ icon, text, href }: { icon: ReactNode; text: string; href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.outside}>
      <ListRow icon={icon} title={text} chevron />
    </a>
  )
}
