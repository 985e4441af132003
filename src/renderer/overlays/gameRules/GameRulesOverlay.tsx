import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { MAX_STAKE, MAX_WIN, MIN_STAKE } from '#contract/games/gameCodes.ts'
import type { Language } from '#contract/languages.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useStores } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './GameRulesOverlay.module.css'

/** Rules, payouts with chance and RTP, and limits of a game, readable before any bet. */
export const GameRulesOverlay = observer(function GameRulesOverlay({
  game,
  rows,
}: OverlayProps['gameRules']) {
  const { t } = useTranslation()
  const { language, overlays } = useStores()
  const spoken = language.selected
  return (
    <Sheet title={t('play.rules.title')} closeLabel={t('actions.close')} onClose={() => overlays.close()}>
      <div className={styles.rules}>
        <p>{t(`play.rules.${game}`)}</p>
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('games.payTable')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('games.result')}</th>
                <th scope="col">{t('games.chance')}</th>
                <th scope="col">{t('games.pays')}</th>
                <th scope="col">{t('play.rtp')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, chance, pays, rtp }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{formatShare(chance, spoken)}</td>
                  <td>{pays}</td>
                  <td>{formatShare(rtp, spoken)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={styles.limits}>
          {t('play.limits', {
            min: formatMoney(MIN_STAKE, spoken),
            max: formatMoney(MAX_STAKE, spoken),
            win: formatMoney(MAX_WIN, spoken),
          })}
        </p>
      </div>
    </Sheet>
  )
})

/** Four significant digits, however small: '98,99%', '0,00001942%'. */
function formatShare(fraction: number, { locale }: Language): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 4 }).format(fraction)
}
