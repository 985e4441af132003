/** Everything below the first paint, in one chunk; it arrives with the first responses. */
export { GamesPanel } from './catalogue/GamesPanel.tsx'
export { HomeFooter } from './footer/HomeFooter.tsx'
export { WinBand } from './pulse/WinBand.tsx'
