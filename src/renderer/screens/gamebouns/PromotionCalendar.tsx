import CalendarCheck from 'lucide-react/icons/calendar-check'
import Coins from 'lucide-react/icons/coins'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import UserPlus from 'lucide-react/icons/user-plus'
import Wallet from 'lucide-react/icons/wallet'
import { observer } from 'mobx-react-lite'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#contract/http/promotions.ts'
import { usePromotionTexts } from '../../features/promotions/promotionTexts.ts'
import { formatDay } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { moveInTabs } from '../../ui/moveInTabs.ts'
import styles from './PromotionCalendar.module.css'
import { offersOn, weekFrom, type DailyOffer, type DayOffer } from './promotionDays.ts'

interface PromotionCalendarProps {
  /** YYYY-MM-DD, as the server counts days. */
  today: string
  promotions: readonly Promotion[]
}

const offerIcons: Record<Promotion['kind'], ReactNode> = {
  firstDeposit: <Wallet aria-hidden />,
  weekendCashback: <CalendarHeart aria-hidden />,
  invite: <UserPlus aria-hidden />,
}

/** What runs on each of the next seven days. */
export const PromotionCalendar = observer(function PromotionCalendar(props: PromotionCalendarProps) {
  const { today, promotions } = props
  const { t } = useTranslation()
  const { device, language } = useStores()
  const { locale } = language.selected
  const [chosen, setChosen] = useState(today)
  const id = useId()
  const days = weekFrom(today)
  const daily: DailyOffer[] = device.has('checkIn') ? ['checkIn', 'rebate'] : ['rebate']
  const shown = days.includes(chosen) ? chosen : today
  const part = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  /** What the cards do not say already: there is a card for everything that is simply open. */
  const ofDay = (day: string) =>
    offersOn(day, promotions, daily).filter(
      ({ what, lastDay }) => what !== 'open' && (what !== 'until' || lastDay === day),
    )
  const nameOf = (day: string) => {
    const name = part(day, { weekday: 'long', day: 'numeric', month: 'long' })
    return day === today ? `${name}, ${t('loyalty.calendar.today')}` : name
  }
  return (
    <Card padding="s" className={styles.calendar}>
      <div
        role="tablist"
        aria-label={t('loyalty.calendar.title')}
        className={styles.days}
        onKeyDown={moveInTabs}
      >
        {days.map((day) => (
          <button
            key={day}
            type="button"
            role="tab"
            id={`${id}-${day}`}
            aria-controls={`${id}-panel`}
            aria-selected={day === shown}
            aria-label={nameOf(day)}
            data-today={day === today || undefined}
            className={styles.day}
            onClick={() => setChosen(day)}
          >
            <span>{part(day, { weekday: 'short' })}</span>
            <b className="num">{Number(day.slice(8))}</b>
            <i data-count={ofDay(day).some(({ promotion }) => promotion) || undefined} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <ul className={styles.offers}>
          {ofDay(shown).map((offer) => (
            <li key={offer.id}>
              <Offer offer={offer} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
})

const Offer = observer(function Offer({ offer }: { offer: DayOffer }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const texts = usePromotionTexts()
  const { id, promotion, what, lastDay } = offer
  const day = lastDay === undefined ? '' : formatDay(lastDay, language.selected)
  if (promotion) {
    return (
      <ListRow
        icon={offerIcons[promotion.kind]}
        title={texts(promotion).title}
        text={t(`loyalty.calendar.${what}`, { day })}
        to={`/active${promotion.id}`}
      />
    )
  }
  return id === 'checkIn' ? (
    <ListRow
      icon={<CalendarCheck aria-hidden />}
      title={t('rewards.rebate.checkIn')}
      text={t('rewards.rebate.checkInText')}
      to="/signInSheet"
    />
  ) : (
    <ListRow
      icon={<Coins aria-hidden />}
      title={t('rewards.rebate.heading')}
      text={t('loyalty.calendar.daily')}
    />
  )
})
