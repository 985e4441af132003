import { useTranslation } from 'react-i18next'
import type { ChatRow, ChatState as State } from '#contract/office/support.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

const tones: Record<State, BadgeTone> = { waiting: 'warn', open: 'good', closed: 'neutral' }

export function ChatState({ state }: Pick<ChatRow, 'state'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`chatStates.${state}`)}</Badge>
}
