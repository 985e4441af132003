import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../Button.tsx'
import { useKeys } from '../keys.ts'
import { Menu, MenuItem } from '../Menu.tsx'
import { callKey, type Action } from './action.ts'

export interface ActionButtonsProps<Row> {
  actions: readonly Action<Row>[]
  onStart: (action: Action<Row>) => void
  /** What stands beside the menu; the others are in it. */
  shown?: number
  /** Their keys work while the buttons are on the page. */
  hasKeys?: boolean
}

/** Actions as buttons; what there is no room for is in a menu. */
export function ActionButtons<Row>({ actions, onStart, shown = 2, hasKeys = true }: ActionButtonsProps<Row>) {
  const { t } = useTranslation()
  const text = (action: Action<Row>) => t(callKey(action.call.name)) as string
  useKeys(
    (hasKeys ? actions : []).flatMap((action) =>
      action.key ? [{ key: action.key, label: text(action), run: () => onStart(action) }] : [],
    ),
  )
  const sorted = actions.toSorted((a, b) => Number(b.isPrimary ?? false) - Number(a.isPrimary ?? false))
  const buttons = sorted.length <= shown + 1 ? sorted : sorted.slice(0, shown)
  const rest = sorted.slice(buttons.length)
  return (
    <>
      {buttons.map((action) => (
        <Button
          key={action.call.name}
          tone={action.isPrimary ? 'primary' : 'quiet'}
          icon={action.icon}
          onClick={() => onStart(action)}
          {...(hasKeys && action.key ? { shortcut: action.key.toUpperCase() } : {})}
        >
          {text(action)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu trigger={<IconButton tone="quiet" icon={Ellipsis} label={t('actions.more')} />}>
          {rest.map((action) => (
            <MenuItem
              key={action.call.name}
              icon={action.icon}
              isDanger={action.isDanger ?? false}
              onSelect={() => onStart(action)}
            >
              {text(action)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
