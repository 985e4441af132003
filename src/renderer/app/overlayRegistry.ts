import { createElement, useEffect, type ComponentType, type LazyExoticComponent } from 'react'
import { keepComposingKeys } from '#contract/composing.ts'
import type { OpenOverlay, OverlayName, OverlayProps } from '../stores/overlays.ts'
import { chunk } from './chunk.ts'

type Registry = { [Name in OverlayName]: LazyExoticComponent<ComponentType<OverlayProps[Name]>> }

/** Login and register are one overlay with two tabs as well. */
const access = chunk(async () => (await import('../overlays/access/AccessOverlay.tsx')).AccessOverlay)
/** Deposit and withdraw are one overlay with two tabs; switching keeps it mounted. */
const cashier = chunk(
  async () => (await import('../overlays/cashier/CashierOverlay.tsx')).CashierOverlay,
  ['general', 'own'],
)

/** Only terminals open them. */
const phone = () => import('../overlays/phoneChunk.ts')
const settings = () => import('../overlays/settingsChunk.ts')
/** The live chat and the answers to common questions. */
const support = chunk(async () => (await import('../overlays/support/SupportOverlay.tsx')).SupportOverlay)

/** A lazy component for every overlay name; a missing one is a type error. */
export const overlayRegistry = {
  login: access,
  register: access,
  deposit: cashier,
  withdraw: cashier,
  editBank: chunk(
    async () => (await import('../overlays/editBank/EditBankOverlay.tsx')).EditBankOverlay,
    ['general', 'own'],
  ),
  secondDeposit: chunk(
    async () => (await import('../overlays/secondDeposit/SecondDepositOverlay.tsx')).SecondDepositOverlay,
  ),
  depositLimit: chunk(async () => (await settings()).DepositLimitOverlay),
  resetPassword: chunk(
    async () => (await import('../overlays/resetPassword/ResetPasswordOverlay.tsx')).ResetPasswordOverlay,
  ),
  accountMenu: chunk(
    async () => (await import('../overlays/accountMenu/AccountMenuOverlay.tsx')).AccountMenuOverlay,
    ['general', 'personal'],
  ),
  profile: chunk(async () => (await settings()).ProfileOverlay, 'personal'),
  notifications: chunk(async () => (await settings()).NotificationsOverlay, 'personal'),
  testAccount: chunk(
    async () => (await import('../overlays/accountMenu/TestAccountOverlay.tsx')).TestAccountOverlay,
  ),
  sideMenu: chunk(async () => (await import('../overlays/sideMenu/SideMenuOverlay.tsx')).SideMenuOverlay),
  language: chunk(async () => (await import('../overlays/language/LanguageOverlay.tsx')).LanguageOverlay),
  textSize: chunk(async () => (await settings()).TextSizeOverlay),
  outsideLink: chunk(async () => (await settings()).OutsideLinkOverlay),
  continueOnPhone: chunk(async () => (await phone()).ContinueOnPhoneOverlay),
  phoneLogin: chunk(async () => (await phone()).PhoneLoginOverlay),
  terms: chunk(async () => (await import('../overlays/terms/TermsOverlay.tsx')).TermsOverlay),
  privacy: chunk(async () => (await settings()).PrivacyOverlay),
  chat: support,
  support,
  gameDeposit: chunk(
    async () => (await import('../overlays/gameDeposit/GameDepositOverlay.tsx')).GameDepositOverlay,
  ),
  award: chunk(async () => (await import('../overlays/award/AwardOverlay.tsx')).AwardOverlay),
  bonusMultiplier: chunk(
    async () =>
      (await import('../overlays/bonusMultiplier/BonusMultiplierOverlay.tsx')).BonusMultiplierOverlay,
  ),
  realityCheck: chunk(
    async () => (await import('../overlays/realityCheck/RealityCheckOverlay.tsx')).RealityCheckOverlay,
  ),
  gameRules: chunk(
    async () => (await import('../overlays/gameRules/GameRulesOverlay.tsx')).GameRulesOverlay,
    'play',
  ),
  fairness: chunk(
    async () => (await import('../overlays/fairness/FairnessOverlay.tsx')).FairnessOverlay,
    'play',
  ),
} satisfies Registry

/** The overlays and their files, in a separate chunk: the first load needs none of them. */
export function OverlayContent({ open }: { open: OpenOverlay }) {
  // Its fields may be there before PromptHost.
  useEffect(() => keepComposingKeys(window), [])
  // The registry is complete and the store pairs name and props; TypeScript cannot follow the pairing here.
  const Overlay = overlayRegistry[open.name] as ComponentType<object>
  // No key by name: two names with one component (the cashier's tabs) keep it.
  return createElement(Overlay, { ...open.props })
}
