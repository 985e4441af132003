/** Settings that players rarely change, in one chunk. */
export { DepositLimitOverlay } from './depositLimit/DepositLimitOverlay.tsx'
export { NotificationsOverlay } from './notifications/NotificationsOverlay.tsx'
export { OutsideLinkOverlay } from './outsideLink/OutsideLinkOverlay.tsx'
export { PrivacyOverlay } from './privacy/PrivacyOverlay.tsx'
export { ProfileOverlay } from './profile/ProfileOverlay.tsx'
export { TextSizeOverlay } from './textSize/TextSizeOverlay.tsx'
