import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { HideBalanceButton } from '../../features/balance/HideBalanceButton.tsx'
import { PlayerLoadError } from '../../features/rewards/PlayerLoadError.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './PlayerCard.module.css'

/** Picture, level, e-mail and the two balances. */
export const PlayerCard = observer(function PlayerCard({ onAvatar }: { onAvatar: () => void }) {
  const { t } = useTranslation()
  const root = useStores()
  const { session, wallet } = root
  const isLoading = !session.player
  if (isLoading && session.hasFailed) return <PlayerLoadError />
  // An earlier page has stored who it is, but no amounts.
  const player = session.player ?? session.known
  if (!player) return <Skeleton height="1.5rem" radius="l" />
  const amount = <Skeleton width="0.9rem" height="0.18rem" />
  return (
    <section className={styles.card}>
      <button type="button" className={styles.avatar} aria-label={t('avatar.change')} onClick={onAvatar}>
        <Avatar index={player.avatar} size="l" />
        <span className={styles.pencil} aria-hidden>
          <Pencil />
        </span>
      </button>
      <div className={styles.who}>
        <p className={styles.level}>
          <LevelEmblem level={player.level} className={styles.emblem} />
          <span>{t('accountMenu.level', { level: player.level })}</span>
          <HideBalanceButton />
        </p>
        <div className={styles.email}>
          <span className={styles.address} title={player.email}>
            {player.email}
          </span>
          <IconButton aria-label={t('accountMenu.copyEmail')} onClick={() => void root.copy(player.email)}>
            <Copy aria-hidden />
          </IconButton>
        </div>
      </div>
      <dl className={styles.balances}>
        <div>
          <dt>{t('accountMenu.cash')}</dt>
          <dd>{isLoading ? amount : <BalanceAmount amount={wallet.cash} />}</dd>
        </div>
        <div>
          <dt>{t('accountMenu.bonus')}</dt>
          <dd>{isLoading ? amount : <BalanceAmount amount={wallet.bonus} />}</dd>
        </div>
      </dl>
    </section>
  )
})
