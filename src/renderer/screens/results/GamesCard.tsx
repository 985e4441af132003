import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { PlayedGame } from '#contract/http/limits.ts'
import { Card } from '../../ui/Card.tsx'
import { resultOf, type ResultsStore } from './ResultsStore.ts'
import styles from './Results.module.css'
import { useFigures } from './useFigures.ts'

/** The same by game: what each has taken and returned. */
export const GamesCard = observer(function GamesCard({ store }: { store: ResultsStore }) {
  const { t } = useTranslation()
  const { money, signed } = useFigures()
  const games = store.history?.games ?? []
  if (games.length === 0) return null
  const most = Math.max(...games.map(({ stakes }) => stakes), 1)
  const nameOf = ({ game, name }: PlayedGame) =>
    name ?? (game === 'sports' ? t('account.records.games.sports') : t('own.results.otherGames'))
  return (
    <Card as="section" className={styles.card} aria-label={t('own.results.byGame')}>
      <h2>{t('own.results.byGame')}</h2>
      <table className={styles.table} aria-label={t('own.results.byGame')}>
        <thead>
          <tr>
            <th scope="col">{t('own.results.game')}</th>
            <th scope="col">{t('own.results.staked')}</th>
            <th scope="col">{t('own.results.returned')}</th>
            <th scope="col">{t('own.results.net')}</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.game}>
              <th scope="row">
                <span>{nameOf(game)}</span>
                <span className={styles.share} aria-hidden>
                  <span style={{ width: `${(Math.max(game.stakes, 0) / most) * 100}%` }} />
                </span>
              </th>
              <td translate="no">{money(game.stakes)}</td>
              <td translate="no">{money(game.payouts)}</td>
              <td translate="no" data-sign={Math.sign(resultOf(game))}>
                {signed(resultOf(game))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
})
