import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Switch } from '../../ui/Switch.tsx'
import { GameTools } from './GameTools.ts'
import styles from './ToolPanel.module.css'

/** The switch of the keys, and what each does. */
export const HotkeysPanel = observer(function HotkeysPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const tools = useStores().feature(GameTools)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => void panel.current?.scrollIntoView({ block: 'nearest' }), [])
  const keys = [
    { names: [t('games.keys.space'), 'Enter'], what: t('games.keys.main') },
    { names: ['A'], what: t('games.half') },
    { names: ['S'], what: t('games.double') },
    { names: ['D'], what: t('games.keys.pick') },
    { names: ['R'], what: t('games.keys.repeat') },
  ]
  return (
    <section ref={panel} id={id} className={styles.panel} aria-label={t('games.keys.title')}>
      <Switch
        label={t('games.keys.title')}
        hint={t('games.keys.hint')}
        checked={tools.areHotkeysOn}
        onChange={(event) => tools.setHotkeys(event.target.checked)}
      />
      <dl className={styles.keys} data-on={tools.areHotkeysOn}>
        {keys.map(({ names, what }) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
})
