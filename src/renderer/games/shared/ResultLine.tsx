import { LiveText } from '../../ui/LiveText.tsx'
import styles from './ResultLine.module.css'

/** role=status named "Resultado": the result first, then what it means for the player. */
export function ResultLine({
  label,
  text,
  tone,
}: {
  label: string
  text: string
  tone?: 'won' | 'lost' | undefined
}) {
  return (
    <p className={styles.result} data-tone={tone} data-lit="result">
      <LiveText label={label} text={text} />
    </p>
  )
}
