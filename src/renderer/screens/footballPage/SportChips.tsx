import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import type { BoardStore } from './BoardStore.ts'
import styles from './SportChips.module.css'
import { SportIcon } from './sportIcons.tsx'

/** The twelve sports, each with the number of its live matches. */
export const SportChips = observer(function SportChips(props: {
  board: BoardStore
  className?: string | undefined
}) {
  const { t } = useTranslation()
  const { board, className } = props
  return (
    <ChipRow className={className} aria-label={t('sports.list')}>
      {sports.map((sport) => (
        <SportChip key={sport} board={board} sport={sport} />
      ))}
    </ChipRow>
  )
})

const SportChip = observer(function SportChip({ board, sport }: { board: BoardStore; sport: Sport }) {
  const { t } = useTranslation()
  const live = board.count(sport, 'live')
  const name = t(`sports.kinds.${sport}`)
  return (
    <Chip
      selected={board.sport === sport}
      icon={<SportIcon sport={sport} />}
      aria-label={live ? t('sports.board.liveCount', { sport: name, live }) : name}
      onClick={() => board.setSport(sport)}
    >
      {name}
      <span className={classes(styles.live, !live && styles.none)}>{live}</span>
    </Chip>
  )
})
