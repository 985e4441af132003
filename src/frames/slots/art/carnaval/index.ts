import type { SymbolDrawings } from '../../reels/symbolArt.ts'
import A from './A.svg?raw'
import B from './B.svg?raw'
import C from './C.svg?raw'
import D from './D.svg?raw'
import E from './E.svg?raw'
import F from './F.svg?raw'
import G from './G.svg?raw'
import H from './H.svg?raw'
import W from './W.svg?raw'
import S from './S.svg?raw'
import scene from './background.svg?raw'

const drawings: SymbolDrawings = { A, B, C, D, E, F, G, H, W, S }

export default { drawings, scene }
