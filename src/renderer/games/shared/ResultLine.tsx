import { LiveText } from '../../ui/LiveText.tsx'
import styles from './ResultLine.module.css'

/** role=status named "Resultado": the result first, then what it means for the player. */
export function ResultLine({
  label,
  text,
  shown,
  tone,
}: {
  label: string
  text: string
  /** What is seen, where it is not what is announced. */
  shown?: string | undefined
  tone?: 'won' | 'lost' | undefined
}) {
  return (
    <p className={styles.result} data-tone={tone} data-lit="result">
      <LiveText label={label} text={text} shown={shown} />
    </p>
  )
}
