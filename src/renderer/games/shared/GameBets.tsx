import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { PublicBetList } from '../../features/publicBets/PublicBetList.tsx'
import { betLists, PublicBetsStore } from '../../features/publicBets/PublicBetsStore.ts'
import { useOwnStore } from '../../stores/useStores.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import styles from './GameBetsSection.module.css'

/** What others have just won in this game, and its largest returns of the day. */
export const GameBets = observer(function GameBets({
  game,
  isInView,
}: {
  game: OriginalGame
  isInView: boolean
}) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PublicBetsStore(root, game))
  useEffect(() => (isInView ? store.start() : undefined), [store, isInView])
  return (
    <>
      <div className={styles.head}>
        <h2>{t('home.bets.title')}</h2>
        <ChipRow role="group" aria-label={t('home.bets.title')}>
          {betLists.map((each) => (
            <Chip key={each} selected={each === store.list} onClick={() => store.choose(each)}>
              {t(`home.bets.${each}`)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <PublicBetList store={store} list={store.list} />
    </>
  )
})
