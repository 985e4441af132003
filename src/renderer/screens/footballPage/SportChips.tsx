import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { usePressed } from '../../ui/usePressed.ts'
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
  const [shown, press] = usePressed(board.sport, (sport) => board.setSport(sport))
  return (
    <ChipRow className={classes(styles.sports, className)} aria-label={t('sports.list')}>
      {sports.map((sport) => (
        <SportChip key={sport} board={board} sport={sport} isSelected={sport === shown} press={press} />
      ))}
    </ChipRow>
  )
})

interface SportChipProps {
  board: BoardStore
  sport: Sport
  isSelected: boolean
  press: (sport: Sport) => void
}

const SportChip = observer(function SportChip({ board, sport, isSelected, press }: SportChipProps) {
  const { t } = useTranslation()
  const live = board.count(sport, 'live')
  const name = t(`sports.kinds.${sport}`)
  return (
    <Chip
      selected={isSelected}
      icon={<SportIcon sport={sport} />}
      aria-label={live ? t('sports.board.liveCount', { sport: name, live }) : name}
      onClick={() => press(sport)}
    >
      <span>{name}</span>
      {(live !== undefined || board.state !== 'failed') && (
        <span className={classes(styles.live, !live && styles.none)}>{live}</span>
      )}
    </Chip>
  )
})
