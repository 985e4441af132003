import { observer } from 'mobx-react-lite'
import { slotLines, slotPayout, slotSymbols, slotThemes, type SlotSymbol } from '#contract/games/slots.ts'
import type { Cents } from '#contract/money.ts'
import { svgUrl } from '../reels/symbolArt.ts'
import { formatPercent } from '../texts/format.ts'
import { fill } from '../texts/texts.ts'
import { LinePicture } from './LinePicture.tsx'
import { Sheet, type SheetState } from './Sheet.tsx'
import { useView } from './useView.ts'

/** How many of a kind pay, as they are listed. */
const counts = [5, 4, 3] as const

/** Prizes for the current stake, the lines, the rules and the return to player: to be read before a bet. */
export const PaytableSheet = observer(function PaytableSheet({ isOpen, onClose }: SheetState) {
  const view = useView()
  const { game, texts } = view
  const { rules } = texts
  const theme = slotThemes[game.gameCode]
  const { awards, factor, retrigger, cap } = theme.freeSpins
  const [three, four, five] = awards
  const stake = game.stake.error ? game.stake.min : (game.stake.value ?? game.stake.min)
  return (
    <Sheet title={texts.info} isOpen={isOpen} onClose={onClose}>
      <div className="paytable">
        <p className="payLead">{fill(rules.rtp, { rtp: formatPercent(game.rtp, game.language) })}</p>
        <h3>{fill(rules.pays, { stake: view.money(stake) })}</h3>
        <div className="special">
          <PayCard symbol="W" stake={stake} />
          <p>{theme.wildFactor === 2 ? rules.wildFactor : rules.wild}</p>
        </div>
        <div className="special">
          <PayCard symbol="S" stake={stake} />
          <p>
            {[
              fill(rules.scatter, { three, four, five }),
              fill(rules.freeFactor, { factor }),
              retrigger ? fill(rules.retrigger, { cap }) : rules.noRetrigger,
            ].join(' ')}
          </p>
        </div>
        <div className="pays">
          {slotSymbols
            .filter((symbol) => symbol !== 'W' && symbol !== 'S')
            .map((symbol) => (
              <PayCard key={symbol} symbol={symbol} stake={stake} />
            ))}
        </div>
        <h3>{rules.lines}</h3>
        <ol className="lines">
          {slotLines.map((rows, line) => (
            <li key={line}>
              <LinePicture rows={rows} line={line} />
              <span>{line + 1}</span>
            </li>
          ))}
        </ol>
        <p>{rules.left}</p>
        <p>
          {fill(rules.limits, {
            min: view.money(game.stake.min),
            max: view.money(game.stake.max),
            maxWin: view.money(game.maxWin),
          })}
        </p>
        <p>{rules.fair}</p>
        <p>{rules.keys}</p>
      </div>
    </Sheet>
  )
})

/** What three, four and five of a symbol pay at this stake. */
const PayCard = observer(function PayCard({ symbol, stake }: { symbol: SlotSymbol; stake: Cents }) {
  const view = useView()
  const theme = slotThemes[view.game.gameCode]
  const pays = symbol === 'S' ? theme.scatterPays : theme.pays[symbol]
  return (
    <div className="payCard" data-symbol={symbol}>
      <img src={svgUrl(view.parts.drawings[symbol])} alt={nameOf(symbol)} width={64} height={64} />
      <ul>
        {counts.map((count) => (
          <li key={count}>
            <b>{`${count}×`}</b>
            <span translate="no">{view.money(slotPayout(stake, pays[count - 3] ?? 0))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
})

/** Wild and scatter are named by what they do; the other symbols have no name but their letter. */
function nameOf(symbol: SlotSymbol): string {
  return symbol === 'W' ? 'Wild' : symbol === 'S' ? 'Scatter' : symbol
}
