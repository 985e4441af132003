import type { Sport } from '#contract/rules/sports.ts'
import { classes } from '../../ui/classes.ts'
import styles from './TeamCrest.module.css'

/** Who plays alone has no shield. */
const solo: readonly Sport[] = ['tennis', 'boxing', 'snooker', 'badminton', 'tableTennis', 'motorRacing']
/** As many as TeamCrest.module.css has. */
const [patterns, colours] = [6, 12] as const

/** A shield whose pattern and colours follow from the name, so that a team is known again wherever it plays. */
export function TeamCrest({
  name,
  sport,
  className,
}: {
  name: string
  sport: Sport
  className?: string | undefined
}) {
  const number = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 999_983, 7)
  return (
    <span
      className={classes(styles.crest, solo.includes(sport) && styles.solo, className)}
      data-pattern={number % patterns}
      data-colours={Math.floor(number / patterns) % colours}
      aria-hidden
    />
  )
}
