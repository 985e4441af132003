import ChevronRight from 'lucide-react/icons/chevron-right'
import CirclePause from 'lucide-react/icons/circle-pause'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { formatDateTime } from '../../../i18n/dates.ts'
import { useStores } from '../../../stores/useStores.ts'
import styles from './Teasers.module.css'

/** Shown instead of offers: until when the player's pause lasts, or that the account is closed, and where to find help. */
export const PausedCard = observer(function PausedCard() {
  const { t } = useTranslation()
  const { language, session } = useStores()
  const until = session.player?.pausedUntil ?? ''
  return (
    <section className={styles.card} aria-labelledby="card-paused">
      <CirclePause className={styles.art} strokeWidth={1.25} aria-hidden />
      <div className={styles.texts}>
        <h2 id="card-paused">{session.isClosed ? t('limits.closed.title') : t('home.paused.title')}</h2>
        <p>
          {session.isClosed
            ? t('limits.closed.payout')
            : isWithoutEnd(until)
              ? t('limits.pause.activeForever')
              : t('home.paused.text', { date: formatDateTime(until, language.selected) })}
        </p>
        <Link to="/jogoResponsavel" className={styles.link}>
          <span>{t('home.footer.responsible')}</span>
          <ChevronRight aria-hidden />
        </Link>
      </div>
    </section>
  )
})
