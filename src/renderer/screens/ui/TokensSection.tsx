import { Section } from './Section.tsx'
import styles from './UiScreen.module.css'

const colours = [
  'night-980',
  'night-950',
  'night-900',
  'night-850',
  'night-800',
  'night-700',
  'night-600',
  'night-500',
  'green-300',
  'green-400',
  'green-500',
  'green-600',
  'amber-300',
  'amber-400',
  'amber-500',
  'amber-600',
  'red-300',
  'red-400',
  'red-500',
  'red-600',
  'sky-400',
  'violet-400',
  'pink-400',
  'text',
  'text-2',
  'text-3',
]
const sizes = ['2xs', 'xs', 's', 'm', 'l', 'xl', '2xl', '3xl', 'hero']
const radii = ['s', 'm', 'l', 'xl']
const shadows = ['edge', 'lift', 'float', 'glow']

export function TokensSection() {
  return (
    <>
      <Section title="Colour">
        <div className={styles.swatches}>
          {colours.map((name) => (
            <div key={name} className={styles.swatch}>
              <i style={{ background: `var(--${name})` }} />
              <span>{name}</span>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Type">
        {sizes.map((size) => (
          <p key={size} style={{ fontSize: `var(--fs-${size})`, fontWeight: 700 }} className="num">
            {`${size} R$ 1.284,50`}
          </p>
        ))}
      </Section>
      <Section title="Radius, shadow">
        <div className={styles.swatches}>
          {radii.map((name) => (
            <div key={name} className={styles.swatch}>
              <i style={{ background: 'var(--control)', borderRadius: `var(--r-${name})` }} />
              <span>{`r-${name}`}</span>
            </div>
          ))}
          {shadows.map((name) => (
            <div key={name} className={styles.swatch}>
              <i style={{ background: 'var(--control)', boxShadow: `var(--${name})` }} />
              <span>{name}</span>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}
