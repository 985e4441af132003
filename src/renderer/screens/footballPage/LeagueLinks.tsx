import Clock from 'lucide-react/icons/clock'
import Flame from 'lucide-react/icons/flame'
import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BoardStore, Group } from './BoardStore.ts'
import styles from './LeagueLinks.module.css'

/** The id of a league's section on the board; a league may have one in each part. */
export function leagueId({ name, part }: Pick<Group, 'name' | 'part'>): string {
  return `league-${part === undefined ? '' : `${part}-`}${encodeURIComponent(name)}`
}

/** What a part of the board is called. */
export function groupName(t: TFunction, { kind, name }: Group): string {
  return kind === 'league' ? name : t(`sports.board.${kind}`)
}

/** The parts of the board, each with the number of its matches: a press goes to its section. */
export const LeagueLinks = observer(function LeagueLinks({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  if (board.state !== 'ready') return null
  return (
    <ul className={styles.list} aria-label={t('sports.board.leagues')}>
      {board.links.map(({ group, count }) => (
        <li key={group.name}>
          <button type="button" className={styles.link} onClick={() => void board.open({ group, count })}>
            {group.kind === 'favourites' && <Star aria-hidden />}
            {group.kind === 'popular' && <Flame aria-hidden />}
            {group.kind === 'next' && <Clock aria-hidden />}
            <span className={styles.name}>{groupName(t, group)}</span>
            <span className={styles.count}>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
})
