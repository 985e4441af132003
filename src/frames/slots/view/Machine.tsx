import { observer } from 'mobx-react-lite'
import { REELS } from '#contract/games/slots.ts'
import { Announcement } from './Announcement.tsx'
import { BigWin } from './BigWin.tsx'
import { useView } from './useView.ts'

const columns = Array.from({ length: REELS }, (_, reel) => <i key={reel} />)

/** The reels in their frame, with what is announced above them. */
export const Machine = observer(function Machine() {
  const { parts, texts } = useView()
  return (
    <div className="machine">
      <div className="window">
        <div className="columns" aria-hidden="true">
          {columns}
        </div>
        <canvas ref={parts.reels} className="reels" role="img" aria-label={texts.board} />
        <Announcement />
        <BigWin />
      </div>
    </div>
  )
})
