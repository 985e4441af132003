import { observer } from 'mobx-react-lite'
import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicBetList } from '../../../features/publicBets/PublicBetList.tsx'
import { betLists, PublicBetsStore } from '../../../features/publicBets/PublicBetsStore.ts'
import { useOwnStore, useStores } from '../../../stores/useStores.ts'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import { useIsWide } from '../../../ui/useIsWide.ts'
import { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import styles from './PublicBets.module.css'

/** What others have just won, and the largest returns of the day. */
export const PublicBets = observer(function PublicBets() {
  const { t } = useTranslation()
  const root = useStores()
  const store = useOwnStore((own) => new PublicBetsStore(own))
  useEffect(() => store.start(), [store])
  const isWide = useIsWide()
  const { list } = store
  const nameOf = (code: string) =>
    root.feature(CatalogueStore).find(code)?.name ?? (code === 'sports' ? t('home.tabs.sports') : '')
  if (isWide) {
    return betLists.map((each) => (
      <Fragment key={each}>
        <div className={styles.head}>
          <h2>{t(`home.bets.${each}`)}</h2>
        </div>
        <PublicBetList store={store} list={each} nameOf={nameOf} className={styles.panel} />
      </Fragment>
    ))
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{t('home.bets.title')}</h2>
        <ChipRow role="group" aria-label={t('home.bets.title')}>
          {betLists.map((each) => (
            <Chip key={each} selected={each === list} onClick={() => store.choose(each)}>
              {t(`home.bets.${each}`)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <PublicBetList store={store} list={list} nameOf={nameOf} className={styles.panel} />
    </>
  )
})
