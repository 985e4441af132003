import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '#renderer/ui/classes.ts'
import { TextAlone } from '#renderer/ui/TextAlone.tsx'
import styles from './Menu.module.css'

/** A menu that opens from `trigger`, which is a button. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    // Modal ones add an inline style sheet, which the policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className={styles.menu}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export interface MenuItemProps {
  icon?: LucideIcon
  shortcut?: string
  isDanger?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, shortcut, isDanger, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={classes(styles.item, isDanger && styles.danger)} onSelect={onSelect}>
      {Icon && <Icon aria-hidden />}
      <TextAlone>{children}</TextAlone>
      {shortcut && <kbd aria-hidden>{shortcut}</kbd>}
    </DropdownMenu.Item>
  )
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** One of several, with a mark at the current one. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(chosen) => {
        const choice = choices.find((each) => each.value === chosen)
        if (choice) onChoose(choice.value)
      }}
    >
      <DropdownMenu.Label className={styles.label}>{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={styles.item}>
          <span>{choice.label}</span>
          <DropdownMenu.ItemIndicator className={styles.check}>
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export interface MenuCheckProps {
  isOn: boolean
  onToggle: () => void
  children: ReactNode
}

/** One of several that may be on; the menu stays open. */
export function MenuCheck({ isOn, onToggle, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={isOn}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
    >
      <TextAlone>{children}</TextAlone>
      <DropdownMenu.ItemIndicator className={styles.check}>
        <Check aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className={styles.line} />
}
