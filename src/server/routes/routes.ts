import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { registerWalletCalls } from './gameWallet.ts'
import { registerAuth } from './auth.ts'
import { registerConfirm } from './confirm/confirm.ts'
import { registerChat } from './chat.ts'
import { registerDouble } from './double.ts'
import { registerExports } from './exports.ts'
import { registerGame } from './game.ts'
import { registerLimits } from './limits.ts'
import { registerAppInfo } from './appInfo.ts'
import { registerMessages } from './messages.ts'
import { registerMines } from './mines.ts'
import { registerOrder } from './order.ts'
import { registerInstantGames, registerRowDouble } from './originals.ts'
import { registerPasskeys } from './passkeys.ts'
import { registerPhone } from './phone.ts'
import { registerPromotions } from './promotions.ts'
import { registerPublicBets } from './publicBets.ts'
import { registerPush } from './push.ts'
import { registerRecords } from './records.ts'
import { registerReferrals } from './referrals.ts'
import { registerRewards } from './rewards.ts'
import { registerSlots } from './slots.ts'
import { registerSports } from './sports.ts'
import { registerTerminals } from './terminals.ts'
import { registerTickets } from './tickets.ts'
import { registerUpdates } from './updates.ts'
import { registerUser } from './user.ts'
import { registerVouchers } from './vouchers.ts'

/** Registers every call of the contract, one file for each noun. */
export async function registerRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  app.decorateRequest('player', null)
  // First: its hook applies to the routes after it.
  await registerTerminals(app, deps)
  registerUpdates(app, deps)
  registerAuth(app, deps)
  registerPasskeys(app, deps)
  registerPhone(app, deps)
  registerUser(app, deps)
  await registerConfirm(app, deps)
  registerExports(app, deps)
  registerAppInfo(app, deps)
  await registerOrder(app, deps)
  registerVouchers(app, deps)
  registerPush(app, deps)
  registerRecords(app, deps)
  registerRewards(app, deps)
  registerMessages(app, deps)
  registerChat(app, deps)
  registerLimits(app, deps)
  registerGame(app, deps)
  registerPublicBets(app, deps)
  registerMines(app, deps)
  registerInstantGames(app, deps)
  registerRowDouble(app, deps)
  registerDouble(app, deps)
  registerSlots(app, deps)
  registerSports(app, deps)
  registerTickets(app, deps)
  await registerWalletCalls(app, deps)
  registerReferrals(app, deps)
  registerPromotions(app, deps)
}
