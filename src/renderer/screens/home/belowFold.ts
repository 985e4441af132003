/** Everything below the first paint, in one chunk; it arrives with the first responses. */
export { GamesPanel } from './catalogue/GamesPanel.tsx'
export { HomeEnd } from './footer/HomeEnd.tsx'
export { BigWinsTicker } from './ticker/BigWinsTicker.tsx'
