/**
 * QA's kit: everything that a Playwright project outside the repository needs to test the product. docs/qa.md has the first
 * spec and the recipes.
 */
export { expect } from '@playwright/test'
export {
  test,
  withMotion,
  withOwnBrowser,
  type Player,
  type QaFixtures,
  type QaWorkerFixtures,
} from './test.ts'
export { playersPhone, type Host, type HostOptions, type ServerOptions } from './options.ts'
export { launchWindow, windowOrigin, type LaunchedWindow, type WindowOptions } from './hosts/launchWindow.ts'
export {
  Sandbox,
  sandboxPassword,
  type DoubleRound,
  type Faults,
  type MatchScript,
  type SandboxUser,
} from './Sandbox.ts'
export { passIdleTime } from './passIdleTime.ts'
export { PlayerClient, RefusedCallError, type Answer } from './PlayerClient.ts'
export * from './calls.ts'
export type * from '../../../src/contract/sandbox.ts'
export { beginSession } from './session.ts'
export { openedPayment, type PaymentPages } from './paymentPages.ts'
export { testCpf } from './testCpf.ts'
export { AccessOverlay } from './pages/access-overlay.ts'
export { CashierOverlay } from './pages/cashier-overlay.ts'
export { ChatPanel } from './pages/chat-panel.ts'
export { GamePage, fixSeeds } from './pages/game-page.ts'
export { Menus } from './pages/menus.ts'
export { MinesPage } from './pages/mines-page.ts'
export { PalpiteApp } from './pages/palpite-app.ts'
export { Prompts } from './pages/prompts.ts'
export { SlipPanel } from './pages/slip-panel.ts'
export { SlotPage, slotNames } from './pages/slot-page.ts'
export { SportsPage } from './pages/sports-page.ts'
