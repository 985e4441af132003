import ChevronRight from 'lucide-react/icons/chevron-right'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatMoney } from '../../../i18n/format.ts'
import { useOwnStore, useStores } from '../../../stores/useStores.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import type { CatalogueStore } from './CatalogueStore.ts'
import { GamePicture } from './GamePicture.tsx'
import { unfinishedRounds } from './lobbySections.ts'
import { RoundEndStore } from './RoundEndStore.ts'
import { SectionHead } from './SectionHead.tsx'
import styles from './Strips.module.css'

/** The player's unfinished rounds, which hold a stake. */
export const ContinueStrip = observer(function ContinueStrip({ catalogue }: { catalogue: CatalogueStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const [isAsking, setAsking] = useState(false)
  const end = useOwnStore((root) => new RoundEndStore(root))
  const rounds = unfinishedRounds(catalogue)
  if (rounds.length === 0) return null
  return (
    <section aria-labelledby="section-continue">
      <SectionHead
        id="section-continue"
        title={t('home.continue.title')}
        action={t('home.continue.end')}
        onAction={() => setAsking(true)}
      />
      <ul className={styles.rows}>
        {rounds.map(({ game, round }) => (
          <li key={round.roundId}>
            <Link to={game.route} className={styles.round}>
              <GamePicture game={game} width="48" height="48" className={styles.cover} />
              <span className={styles.texts}>
                <span className={styles.strong}>{game.name}</span>
                <span className={styles.soft}>
                  {t('home.continue.stake', { amount: formatMoney(round.stake, selected) })}
                </span>
              </span>
              <span className={styles.go}>
                <span>{t('home.continue.action')}</span>
                <ChevronRight aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={isAsking}
        title={t('home.continue.endTitle')}
        text={t('home.continue.endText')}
        confirmLabel={t('home.continue.end')}
        busy={end.isBusy}
        onConfirm={() => void end.endRounds().then(() => setAsking(false))}
        cancelLabel={t('actions.back')}
        onCancel={() => setAsking(false)}
      />
    </section>
  )
})
