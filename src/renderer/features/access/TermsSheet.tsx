import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { originalGames } from '#contract/games/gameCodes.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'
import { turnoverSteps } from '#contract/rules/turnoverWeight.ts'
import { formatPercent } from '../../i18n/format.ts'
import { sectionsFor } from '../../i18n/sections.ts'
import { useDocument } from '../../i18n/useDocument.ts'
import { useStores } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OperatorFacts } from './OperatorFacts.tsx'
import { SettlementRules } from './SettlementRules.tsx'
import styles from './TermsSheet.module.css'

/** The terms of service, to be read without leaving the form, if there is one; without it they link to further pages. */
export const TermsSheet = observer(function TermsSheet({
  inForm = false,
  onClose,
}: {
  inForm?: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { device } = useStores()
  const sections = useDocument('terms')
  return (
    <Sheet title={t('auth.terms.title')} closeLabel={t('actions.close')} size="full" onClose={onClose}>
      {/* Without a focus in it, no key could scroll the text. */}
      <div
        className={styles.text}
        role="region"
        aria-label={t('auth.terms.title')}
        aria-busy={sections === undefined}
        tabIndex={0}
      >
        <OperatorFacts />
        {sections === undefined && <Skeleton height="3rem" radius="m" />}
        {sections === null && <p role="alert">{t('errors.screenFailed')}</p>}
        {sectionsFor(sections ?? [], (kind) => device.has(kind)).map((section) => (
          <section key={section.title}>
            <h3>{section.title}</h3>
            {section.isSettlement ? (
              <SettlementRules text={section.text} isLinked={!inForm} />
            ) : (
              section.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
            )}
            {section.turnoverTable && <TurnoverTable title={section.title} {...section.turnoverTable} />}
          </section>
        ))}
      </div>
    </Sheet>
  )
})

/** Which share of a stake counts for the turnover: by the chance of winning, times that of the game. */
const TurnoverTable = observer(function TurnoverTable(heads: {
  title: string
  chance: string
  game: string
  counts: string
  games: Record<string, string>
}) {
  const { language } = useStores()
  const percent = (value: number) => formatPercent(value / 100, language.selected)
  return (
    <>
      <table className={styles.table} aria-label={heads.title}>
        <thead>
          <tr>
            <th scope="col">{heads.chance}</th>
            <th scope="col">{heads.counts}</th>
          </tr>
        </thead>
        <tbody>
          {turnoverSteps.map(({ chance, counts }, i) => {
            const above = turnoverSteps[i - 1]
            const range = chance === 0 && above ? `< ${percent(above.chance)}` : `≥ ${percent(chance)}`
            return (
              <tr key={chance}>
                <th scope="row">{range}</th>
                <td>{percent(counts)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <table className={styles.table} aria-label={heads.game}>
        <thead>
          <tr>
            <th scope="col">{heads.game}</th>
            <th scope="col">{heads.counts}</th>
          </tr>
        </thead>
        <tbody>
          {[...originalGames, 'sports' as const].map((game) => (
            <tr key={game}>
              <th scope="row">{heads.games[game]}</th>
              <td>{formatPercent(countedFraction(edgeOf(game, null)), language.selected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
})
