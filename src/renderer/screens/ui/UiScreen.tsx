import { useState, type ReactNode } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { ArtSection } from './ArtSection.tsx'
import { ButtonsSection } from './ButtonsSection.tsx'
import { DisplaySection } from './DisplaySection.tsx'
import { FieldsSection } from './FieldsSection.tsx'
import { OverlaysSection } from './OverlaysSection.tsx'
import { TokensSection } from './TokensSection.tsx'
import styles from './UiScreen.module.css'

const sections: Record<string, { label: string; content: ReactNode }> = {
  buttons: { label: 'Buttons', content: <ButtonsSection /> },
  fields: { label: 'Fields', content: <FieldsSection /> },
  display: { label: 'Display', content: <DisplaySection /> },
  overlays: { label: 'Overlays', content: <OverlaysSection /> },
  art: { label: 'Art', content: <ArtSection /> },
  tokens: { label: 'Tokens', content: <TokensSection /> },
}
const names = Object.keys(sections)

/** The style page (/ui, development builds only): every primitive in every state. `#art` opens a section. */
export function UiScreen() {
  const [shown, setShown] = useState(() => {
    const requested = window.location.hash.slice(1)
    return names.includes(requested) ? requested : 'buttons'
  })
  const [scale, setScale] = useState('1')
  const changeScale = (value: string) => {
    setScale(value)
    document.documentElement.style.setProperty('--text-scale', value)
  }
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Logo size="l" />
        <h1 className={styles.title}>Style page</h1>
      </header>
      <SegmentedTabs
        aria-label="Text scale"
        tabs={['1', '1.5', '2'].map((value) => ({ value, label: `${Number(value) * 100}%` }))}
        value={scale}
        onChange={changeScale}
      />
      <nav aria-label="Sections" className={styles.nav}>
        {names.map((name) => (
          <a
            key={name}
            href={`#${name}`}
            className={styles.link}
            aria-current={name === shown ? 'true' : undefined}
            onClick={() => setShown(name)}
          >
            {sections[name]?.label}
          </a>
        ))}
      </nav>
      {sections[shown]?.content}
    </main>
  )
}
