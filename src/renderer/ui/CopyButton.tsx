import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, type ButtonLook } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface CopyButtonProps extends Omit<ButtonLook, 'icon' | 'iconEnd'> {
  /** The text that is copied. */
  text: string
  /** Accessible name; also the visible text unless `iconOnly`. */
  label: string
  iconOnly?: boolean
  /** Text shown for two seconds after copying instead of `label`. */
  copiedText?: ReactNode
  /** Called after copying, for a toast; `false` when the clipboard refused. */
  onCopied?: (ok: boolean) => void
  className?: string
}

/** Copies a text and shows a tick. */
export function CopyButton({
  text,
  label,
  iconOnly,
  copiedText,
  onCopied,
  className,
  ...look
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const ok = await writeClipboard(text)
    setCopied(ok)
    onCopied?.(ok)
  }
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />
  if (iconOnly) {
    return (
      <IconButton aria-label={label} className={className} onClick={() => void copy()}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button icon={icon} className={className} onClick={() => void copy()} {...look}>
      {copied && copiedText ? copiedText : label}
    </Button>
  )
}

/** Uses the clipboard API or, where it is missing or refused (plain http, old kiosks), the old command. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.readOnly = true
    // Inside the open dialog, if any: its focus trap would otherwise take the selection away.
    const host = document.activeElement?.closest('[role=dialog]') ?? document.body
    area.style.position = 'fixed'
    area.style.opacity = '0'
    host.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
