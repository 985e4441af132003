import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { StaffBridge, StaffLock, StaffState } from '#contract/staff.ts'
import { IconButton } from '../../../renderer/ui/IconButton.tsx'
import type { Texts } from '../texts.ts'
import { Panel } from './Panel.tsx'
import { PinPad } from './PinPad.tsx'
import styles from './StaffApp.module.css'

export interface StaffAppProps {
  bridge: StaffBridge
  first: StaffLock
  texts: Texts
  locale: string
}

/** The PIN pad, then the panel. Escape closes both. */
export function StaffApp({ bridge, first, texts, locale }: StaffAppProps) {
  const [lock, setLock] = useState(first)
  const [state, setState] = useState<StaffState | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const close = () => void bridge.invoke('staff:close')

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') void bridge.invoke('staff:close')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [bridge])

  const attempt = (work: () => Promise<void>) => {
    setFailed(false)
    work().catch((error: unknown) => {
      console.error('staff panel', error)
      setFailed(true)
    })
  }
  const read = async () => setState(await bridge.invoke('staff:read'))
  const unlock = (pin: string) =>
    attempt(async () => {
      const next = await bridge.invoke('staff:unlock', pin)
      setLock(next)
      if (next.isUnlocked) await read()
    })

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{texts.title}</h1>
        <IconButton aria-label={texts.close} onClick={close}>
          <X aria-hidden />
        </IconButton>
      </header>
      {hasFailed && (
        <p role="alert" className={styles.alarm}>
          {texts.failed}
        </p>
      )}
      {state ? (
        <Panel
          state={state}
          texts={texts}
          locale={locale}
          onRefresh={() => attempt(read)}
          onSave={async (settings) => {
            const saved = await bridge.invoke('staff:save', settings)
            return saved.isSaved ? [] : saved.invalid
          }}
          onExport={() => bridge.invoke('staff:exportLog')}
          onPrintTest={() => bridge.invoke('staff:printTest')}
          onRestart={() => attempt(async () => void (await bridge.invoke('staff:restart')))}
          onTurnOff={(kind) => bridge.invoke('staff:turnOff', kind)}
          onQuit={() => attempt(async () => void (await bridge.invoke('staff:quit')))}
        />
      ) : (
        <PinPad lock={lock} isTried={lock !== first} texts={texts} onPin={unlock} />
      )}
    </main>
  )
}
