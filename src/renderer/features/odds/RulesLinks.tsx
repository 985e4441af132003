import { useTranslation } from 'react-i18next'
import type { Sport } from '#contract/rules/sports.ts'
import { classes } from '../../ui/classes.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './RulesLinks.module.css'

/** A sport, with the version of its rules where a bet has one. */
interface RulesOf {
  sport: Sport
  rules?: string | undefined
}

/** Links to the rules of the sports of some selections, one for each sport. */
export function RulesLinks({ of, className }: { of: readonly RulesOf[]; className?: string }) {
  const { t } = useTranslation()
  const sports = new Map(of.map(({ sport, rules }) => [addressOf(sport, rules), sport]))
  return (
    <p className={classes(styles.links, className)}>
      {[...sports].map(([to, sport]) => (
        <LinkButton key={to} to={to}>
          {t('sports.rules', { sport: t(`sports.kinds.${sport}`) })}
        </LinkButton>
      ))}
    </p>
  )
}

function addressOf(sport: Sport, rules: string | undefined): string {
  return `/regras?sport=${sport}${rules === undefined ? '' : `&rules=${rules}`}`
}
