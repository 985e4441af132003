/** What only a kiosk uses: a chunk of its own, which a window does not load. */
export { Customers } from '../customer/Customers.ts'
export { countInput, lastInput } from './input.ts'
export { hideCursor } from './hideCursor.ts'
export { keepKioskWindow, kioskWindowOptions, scaleFor } from './kioskWindow.ts'
export { catchScans } from './scanner.ts'
