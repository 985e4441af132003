import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface IconButtonProps extends Pick<ComponentProps<'button'>, 'disabled' | 'aria-pressed' | 'onClick'> {
  icon: IconName
  label: string
}

/** A round button with a picture on it; the label is its name and its tooltip. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="iconButton" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
