import styles from './ResultLine.module.css'

/** role=status named "Resultado": the result itself first, then what it means for the player. */
export function ResultLine({ label, text, tone }: { label: string; text: string; tone?: 'won' | 'lost' }) {
  return (
    <p role="status" aria-label={label} className={styles.result} data-tone={tone}>
      {text || ' '}
    </p>
  )
}
