import { useTranslation } from 'react-i18next'
import {
  luckyColorMultiplier,
  luckyColorPayTable,
  luckyColorRtp,
  type LuckyColorPick,
} from '#contract/games/luckyColor.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { toNumber } from '#contract/rational.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { PayRow } from '../../stores/overlays.ts'
import { useStores } from '../../stores/useStores.ts'

/** Short payout labels of the picks: '9x', '1,96x', and for colours '2x · 1,5x no 5'. */
export function useFactors() {
  const { t } = useTranslation()
  const { language } = useStores()
  const factor = (pick: LuckyColorPick, digit: number): string => {
    const value = multiplierNumber(luckyColorMultiplier(pick, digit))
    const decimals = Number.isInteger(value) ? 0 : String(value).split('.')[1]?.length
    return `${formatNumber(value, language.selected, decimals)}x`
  }
  /** A colour pays less on the digit that it shares with violet. */
  const colourNote = (pick: 'green' | 'red'): string => {
    const shared = luckyColorPayTable(pick).find(({ digit }) => digit % 5 === 0)?.digit ?? 0
    return t('originals.luckyColor.sharedNote', {
      full: factor(pick, pick === 'green' ? 1 : 2),
      half: factor(pick, shared),
      digit: shared,
    })
  }
  return { factor, colourNote }
}

/** The pay table, with one row for picks of equal payout. */
export function usePayRows(): PayRow[] {
  const { t } = useTranslation()
  const { factor, colourNote } = useFactors()
  const row = (pick: LuckyColorPick, name: string, pays: string): PayRow => ({
    name,
    chance: luckyColorPayTable(pick).length / 10,
    pays,
    rtp: toNumber(luckyColorRtp(pick)),
  })
  return [
    row('green', t('originals.luckyColor.picks.green'), colourNote('green')),
    row('red', t('originals.luckyColor.picks.red'), colourNote('red')),
    row('violet', t('originals.luckyColor.picks.violet'), factor('violet', 0)),
    row('small', t('originals.luckyColor.sizes'), factor('small', 0)),
    row('0', t('originals.luckyColor.numbers'), factor('0', 0)),
  ]
}
