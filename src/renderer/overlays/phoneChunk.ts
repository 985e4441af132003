/** What a terminal and a phone log each other in with, in one chunk: only terminals load it. */
export { ContinueOnPhoneOverlay } from './phone/ContinueOnPhoneOverlay.tsx'
export { PhoneLoginOverlay } from './phone/PhoneLoginOverlay.tsx'
