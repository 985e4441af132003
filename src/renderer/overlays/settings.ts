/** What players set once and seldom: one chunk. */
export { DepositLimitOverlay } from './depositLimit/DepositLimitOverlay.tsx'
export { PrivacyOverlay } from './privacy/PrivacyOverlay.tsx'
export { TextSizeOverlay } from './textSize/TextSizeOverlay.tsx'
