/** What comes after the first paint, together with the first answers: one chunk. */
export { GamesPanel } from './GamesPanel.tsx'
export { HomeFooter } from './HomeFooter.tsx'
