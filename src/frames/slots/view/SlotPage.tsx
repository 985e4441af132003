import { useState } from 'react'
import { svgUrl } from '../reels/symbolArt.ts'
import { AutoSheet } from './AutoSheet.tsx'
import { HistorySheet } from './HistorySheet.tsx'
import { Machine } from './Machine.tsx'
import { GameTitle } from './GameTitle.tsx'
import { WinMeter } from './WinMeter.tsx'
import { Panel } from './Panel.tsx'
import { PaytableSheet } from './PaytableSheet.tsx'
import { Result } from './Result.tsx'
import type { SheetName } from './Sheet.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { ViewContext } from './useView.ts'
import type { ViewModel } from './ViewModel.ts'

/** The whole page of a slot. */
export function SlotPage({ view }: { view: ViewModel }) {
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const close = () => setSheet(null)
  return (
    <ViewContext value={view}>
      <main className="slot">
        <img className="scene" src={svgUrl(view.parts.scene)} alt="" />
        <GameTitle />
        <Machine />
        <WinMeter />
        <ErrorPanel />
        <Panel openSheet={setSheet} />
        <canvas ref={view.parts.coins} className="coins" aria-hidden="true" />
        <Result />
        <PaytableSheet isOpen={sheet === 'paytable'} onClose={close} />
        <AutoSheet isOpen={sheet === 'auto'} onClose={close} />
        <HistorySheet isOpen={sheet === 'history'} onClose={close} />
      </main>
    </ViewContext>
  )
}
