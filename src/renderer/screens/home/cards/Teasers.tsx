import ChevronRight from 'lucide-react/icons/chevron-right'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { VIP_MAX_LEVEL, vipTable } from '#contract/rules/vip.ts'
import { useStores } from '../../../stores/useStores.ts'
import { LevelEmblem } from '../../../ui/LevelEmblem.tsx'
import styles from './Teasers.module.css'

/** The lowest level with free withdrawals. */
const freeFrom = vipTable.find((row) => row.withdrawalFee === 0)?.level ?? 0

/** The benefits of VIP levels, for guests. */
export const ClubCard = observer(function ClubCard() {
  const { t } = useTranslation()
  const { device } = useStores()
  const bonuses = device.has('levels') ? `${t('home.club.text', { levels: VIP_MAX_LEVEL })} ` : ''
  return (
    <section className={styles.card} aria-labelledby="card-club">
      <div className={styles.emblems}>
        <LevelEmblem level={1} />
        <LevelEmblem level={12} />
        <LevelEmblem level={6} />
      </div>
      <div className={styles.texts}>
        <h2 id="card-club">{t('home.club.title')}</h2>
        <p>{`${bonuses}${t('home.club.fees', { level: freeFrom })}`}</p>
        <Link to="/vip" className={styles.link}>
          <span>{t('home.club.action')}</span>
          <ChevronRight aria-hidden />
        </Link>
      </div>
    </section>
  )
})

/** An invitation to invite friends, for players. */
export function InviteCard() {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-labelledby="card-invite">
      <Friends />
      <div className={styles.texts}>
        <h2 id="card-invite">{t('home.invite.title')}</h2>
        <p>{t('home.invite.text')}</p>
        <Link to="/share" className={styles.link}>
          <span>{t('home.invite.action')}</span>
          <ChevronRight aria-hidden />
        </Link>
      </div>
    </section>
  )
}

/** A picture of three levels of friends around one person. */
function Friends() {
  return (
    <svg viewBox="0 0 64 64" className={styles.art} aria-hidden>
      <path
        d="M32 22 12 46M32 22l20 24M32 22v26"
        stroke="#c98f1b"
        strokeWidth="2.500"
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
      <circle cx="32" cy="17" r="13" fill="var(--amber-500)" />
      <circle cx="32" cy="13.500" r="4.500" fill="#7a4d0f" />
      <path d="M23.500 25a8.600 8.600 0 0 1 17 0 13 13 0 0 1-17 0z" fill="#7a4d0f" />
      <circle cx="11" cy="49" r="8" fill="#2c9c74" />
      <circle cx="32" cy="53" r="8" fill="#3a78c9" />
      <circle cx="53" cy="49" r="8" fill="#8264d6" />
      <g fill="#fff" fillOpacity=".9">
        <circle cx="11" cy="46.800" r="2.600" />
        <path d="M6.200 53.500a5 5 0 0 1 9.600 0 8 8 0 0 1-9.600 0z" />
        <circle cx="32" cy="50.800" r="2.600" />
        <path d="M27.200 57.500a5 5 0 0 1 9.600 0 8 8 0 0 1-9.600 0z" />
        <circle cx="53" cy="46.800" r="2.600" />
        <path d="M48.200 53.500a5 5 0 0 1 9.600 0 8 8 0 0 1-9.600 0z" />
      </g>
    </svg>
  )
}
