import Eraser from 'lucide-react/icons/eraser'
import Undo2 from 'lucide-react/icons/undo-2'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_STAKE } from '#contract/games/gameCodes.ts'
import { luckyColorMultiplier, type LuckyColorPick } from '#contract/games/luckyColor.ts'
import { ZERO } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { colourOf } from './BallStage.tsx'
import type { LuckyColorStore } from './LuckyColorStore.ts'
import styles from './PickBoard.module.css'
import { useFactors } from './usePayRows.ts'

const colours = ['green', 'violet', 'red'] as const
const sizes = ['small', 'big'] as const
const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The picks with their payouts; a press places the panel's stake. */
export const PickBoard = observer(function PickBoard({ game }: { game: LuckyColorStore }) {
  const { t } = useTranslation()
  const { factor, colourNote } = useFactors()
  return (
    <div className={styles.board}>
      <div className={styles.three} role="group" aria-label={t('originals.luckyColor.colours')}>
        {colours.map((pick) => (
          <Pick
            key={pick}
            game={game}
            pick={pick}
            name={t(`originals.luckyColor.picks.${pick}`)}
            note={pick === 'violet' ? factor(pick, 0) : colourNote(pick)}
            look={pick}
          />
        ))}
      </div>
      <div className={styles.two} role="group" aria-label={t('originals.luckyColor.sizes')}>
        {sizes.map((pick) => (
          <Pick
            key={pick}
            game={game}
            pick={pick}
            name={t(`originals.luckyColor.picks.${pick}`)}
            note={`${t(`originals.luckyColor.digits.${pick}`)} · ${factor(pick, pick === 'small' ? 0 : 9)}`}
            look="size"
          />
        ))}
      </div>
      <div className={styles.five} role="group" aria-label={t('originals.luckyColor.numbers')}>
        {digits.map((pick) => (
          <Pick
            key={pick}
            game={game}
            pick={pick}
            name={t('originals.luckyColor.number', { digit: pick })}
            face={pick}
            note={factor(pick, Number(pick))}
            look={colourOf(Number(pick))}
          />
        ))}
      </div>
      <Total game={game} />
    </div>
  )
})

/** A separate component, because every press changes it. */
const Total = observer(function Total({ game }: { game: LuckyColorStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <div className={styles.total}>
      <p role="status" aria-label={t('originals.luckyColor.total')} data-high={game.isTooHigh}>
        {game.total === ZERO
          ? t('originals.luckyColor.empty')
          : game.isTooHigh
            ? t('originals.luckyColor.tooHigh', { limit: formatMoney(MAX_STAKE, language.selected) })
            : `${t('originals.luckyColor.total')}: ${formatMoney(game.total, language.selected)}`}
      </p>
      <IconButton
        aria-label={t('originals.luckyColor.undo')}
        disabled={game.placed.length === 0 || game.play.areChoicesLocked}
        onClick={() => game.undo()}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        aria-label={t('originals.luckyColor.clear')}
        disabled={game.placed.length === 0 || game.play.areChoicesLocked}
        onClick={() => game.clear()}
      >
        <Eraser aria-hidden />
      </IconButton>
    </div>
  )
})

const Pick = observer(function Pick(props: {
  game: LuckyColorStore
  pick: LuckyColorPick
  name: string
  face?: string
  note: string
  look: string
}) {
  const { game, pick, name, face = name, note, look } = props
  const { language } = useStores()
  const id = useId()
  const stake = game.stakeOn(pick)
  const { ball } = game
  const hasWon = ball !== null && !game.play.isPlaying && luckyColorMultiplier(pick, ball.digit) > 0
  return (
    <button
      type="button"
      className={styles.pick}
      data-look={look}
      data-staked={stake > ZERO}
      data-won={hasWon && stake > ZERO}
      aria-label={name}
      aria-describedby={id}
      disabled={game.play.areChoicesLocked}
      onClick={() => game.place(pick)}
    >
      <b>{face}</b>
      <small translate="no" id={id}>
        {stake > ZERO ? formatMoney(stake, language.selected) : note}
      </small>
    </button>
  )
})
