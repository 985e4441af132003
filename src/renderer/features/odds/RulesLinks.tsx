import { useTranslation } from 'react-i18next'
import type { Sport } from '#contract/rules/sports.ts'
import { classes } from '../../ui/classes.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './RulesLinks.module.css'

/** Links to the rules of the sports of some selections, one for each sport. */
export function RulesLinks({ sports, className }: { sports: readonly Sport[]; className?: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes(styles.links, className)}>
      {[...new Set(sports)].map((sport) => (
        <LinkButton key={sport} to={`/regras?sport=${sport}`}>
          {t('sports.rules', { sport: t(`sports.kinds.${sport}`) })}
        </LinkButton>
      ))}
    </p>
  )
}
