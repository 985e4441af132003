import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/useStores.ts'
import { Answers } from './Answers.tsx'
import { ChatPanel } from './ChatPanel.tsx'

/** Two overlays: `chat` is the panel with the live chat, `support` has answers to common questions. */
export const SupportOverlay = observer(function SupportOverlay() {
  return useStores().overlays.isOpen('chat') ? <ChatPanel /> : <Answers />
})
