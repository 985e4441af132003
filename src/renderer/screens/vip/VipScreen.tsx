import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { LevelCard } from './LevelCard.tsx'
import styles from './VipScreen.module.css'
import { VipTable } from './VipTable.tsx'

/** /vip: the player's level, the progress to the next one, and the table of all levels. */
export const VipScreen = observer(function VipScreen() {
  const { t } = useTranslation()
  const { session, device } = useStores()
  const hasBonus = device.has('levels')
  return (
    <Page title={t('loyalty.vip.title')} lead={t(hasBonus ? 'loyalty.vip.lead' : 'loyalty.vip.leadFees')}>
      <PageColumns
        split="table"
        main={session.isLoggedIn ? <LevelCard /> : <Guest />}
        side={
          <>
            <VipTable level={session.player?.level ?? null} />
            <Details summary={t('loyalty.vip.how')}>
              <p>{t('loyalty.vip.howText')}</p>
              {hasBonus && <p>{t('loyalty.vip.howBonus')}</p>}
            </Details>
          </>
        }
      />
    </Page>
  )
})

const shownEmblems = [3, 12, 8]

function Guest() {
  const { t } = useTranslation()
  return (
    <section className={styles.guest} aria-labelledby="vip-guest">
      <div className={styles.emblems} aria-hidden>
        {shownEmblems.map((level) => (
          <LevelEmblem key={level} level={level} />
        ))}
      </div>
      <h2 id="vip-guest">{t('loyalty.vip.guestTitle')}</h2>
      <p>{t('loyalty.vip.guestText')}</p>
      <GuestActions />
    </section>
  )
}
