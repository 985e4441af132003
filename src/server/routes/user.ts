import type { FastifyInstance } from 'fastify'
import { identityCheckCalls } from '#contract/http/identityCheck.ts'
import * as identitySchema from '#contract/http/identityCheck.schema.ts'
import { pictureBodyLimit } from '#contract/rules/identityPictures.ts'
import * as schema from '#contract/http/user.schema.ts'
import { accountCalls } from '#contract/http/account.ts'
import { userCalls } from '#contract/http/user.ts'
import { toWireSuspended } from '#contract/http/suspended.ts'
import { toWireBalances } from '#contract/http/wallet.ts'
import { cents, max, subtract, toWireAmount, ZERO } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { setStatements, wantsStatements } from '../domain/payments/monthStatement.ts'
import { resendConfirmation } from '../domain/accounts/emailConfirmation.ts'
import { askAboutIdentity, sendPictures, verifyIdentity } from '../domain/accounts/identityChecks.ts'
import { addPicture, readPlayersCheck } from '../domain/accounts/identityPictures.ts'
import { closeAccount } from '../domain/accounts/closing.ts'
import { RecentSessions } from '../domain/accounts/recentSessions.ts'
import { endOtherSessions, listSessions, type Session } from '../domain/accounts/sessions.ts'
import { chooseBetsShown, chooseNickname, readIdentityChoices } from '../domain/accounts/publicIdentity.ts'
import { chooseAvatar, readProfile, readTestAccount } from '../domain/accounts/users.ts'
import { readBalances } from '../domain/payments/balances.ts'
import { readDebt } from '../domain/payments/debts.ts'
import { readSuspendedPrizes } from '../domain/payments/suspendedPrizes.ts'
import { withdrawalLimits } from '../domain/payments/withdrawals.ts'
import { endpoint, recentSessionEndpoint } from '../http/endpoints/endpoint.ts'
import {
  presentIdentity,
  presentPayPackage,
  presentProtection,
  presentSession,
  presentUserInfo,
} from '../presenters/user.ts'

const tag = 'user'

const closingMessages = {
  closing: 'accountClosing',
  closingOwing: 'accountClosingOwing',
  owing: 'accountOwing',
} as const

/** Calls for the player's own data. */
export function registerUser(app: FastifyInstance, deps: AppDeps): void {
  const openSessions = async (session: Session) => ({
    data: (await listSessions(deps, session)).map(presentSession),
  })
  endpoint(
    app,
    deps,
    userCalls.userInfo,
    schema.userInfo,
    async ({ player }) => {
      const profile = await readProfile(
        deps,
        deps.db,
        player.userId,
        await deps.playerReads.of(player.userId),
      )
      return {
        data: {
          userInfo: presentUserInfo(profile),
          paypackage: presentPayPackage(profile),
          protection: presentProtection(profile),
          serverTime: deps.clock.now().toISOString(),
        },
      }
    },
    { tag, summary: 'Everything about the logged-in player' },
  )

  recentSessionEndpoint(
    app,
    deps,
    userCalls.getBalance,
    schema.getBalance,
    new RecentSessions(deps),
    async ({ player }) => {
      const balances = await readBalances(deps, player.session)
      return balances && { data: toWireBalances(balances) }
    },
    { tag, summary: 'Both wallets' },
  )

  endpoint(
    app,
    deps,
    userCalls.getUserTest,
    schema.getUserTest,
    async ({ player }) => {
      const { username, password, cash } = await readTestAccount(deps, player.userId)
      return { data: { username, pwd: password, balance: toWireAmount(cash) } }
    },
    { tag, summary: "A test account's own credentials" },
  )

  endpoint(
    app,
    deps,
    accountCalls.setHeader,
    schema.setHeader,
    async ({ params, player }) => {
      await chooseAvatar(deps, player.userId, params.index)
      return { data: null }
    },
    { tag, summary: 'Choose one of the 36 avatars' },
  )

  const identityOf = async (userId: string) => ({
    data: presentIdentity(await readIdentityChoices(deps, userId)),
  })
  endpoint(app, deps, accountCalls.identity, schema.identity, ({ player }) => identityOf(player.userId), {
    tag,
    summary: 'What other players see of the player',
  })

  endpoint(
    app,
    deps,
    accountCalls.setNickname,
    schema.setNickname,
    async ({ body, player }) => ({
      data: presentIdentity(await chooseNickname(deps, player.userId, body.nickname)),
    }),
    { tag, summary: 'Choose the name that other players see' },
  )

  endpoint(
    app,
    deps,
    accountCalls.setBetsShown,
    schema.setBetsShown,
    async ({ body, player }) => {
      await chooseBetsShown(deps, player.userId, body.bets)
      return identityOf(player.userId)
    },
    { tag, summary: "Choose what other players see of the player's bets" },
  )

  endpoint(
    app,
    deps,
    accountCalls.updateKyc,
    schema.updateKyc,
    async ({ body, player, caller }) => {
      const form = { name: body.name, cpf: body.cardNo, birthDate: body.birthDate }
      await verifyIdentity(deps, player.userId, form, caller.ip)
      return { data: null, message: 'kycDone' }
    },
    { tag, summary: 'Identity check by legal name, CPF and, where it is asked for, date of birth' },
  )
  deps.identity.registerRoutes?.(app, (id) => askAboutIdentity(deps, id))
  const checkOf = async (userId: string) => ({ data: await readPlayersCheck(deps, userId) })
  endpoint(
    app,
    deps,
    identityCheckCalls.state,
    identitySchema.identityCheck,
    ({ player }) => checkOf(player.userId),
    { tag, summary: "What has become of the player's identity check" },
  )
  endpoint(
    app,
    deps,
    identityCheckCalls.addPicture,
    identitySchema.addPicture,
    async ({ body, player }) => {
      const image = Buffer.from(body.image, 'base64')
      await addPicture(deps, player.userId, { kind: body.kind, image })
      return checkOf(player.userId)
    },
    {
      tag,
      summary: 'Adds a picture of the document or of the face to the identity check',
      bodyLimit: pictureBodyLimit,
    },
  )
  endpoint(
    app,
    deps,
    identityCheckCalls.send,
    identitySchema.sendPictures,
    async ({ player, caller }) => {
      await sendPictures(deps, player.userId, caller.ip)
      return checkOf(player.userId)
    },
    { tag, summary: 'Begins the identity check when all pictures are there' },
  )

  endpoint(
    app,
    deps,
    accountCalls.mails,
    schema.mails,
    async ({ player }) => ({ data: { monthly: await wantsStatements(deps.db, player.userId) } }),
    { tag, summary: 'Which e-mails the player has asked for' },
  )

  endpoint(
    app,
    deps,
    accountCalls.setMails,
    schema.setMails,
    async ({ body, player }) => {
      await setStatements(deps, player.userId, body.monthly)
      return { data: { monthly: body.monthly } }
    },
    { tag, summary: 'Choose which e-mails to get' },
  )

  endpoint(
    app,
    deps,
    accountCalls.confirmEmail,
    schema.confirmEmail,
    async ({ player, caller }) => {
      await resendConfirmation(deps, player.userId, caller.ip)
      return { data: null, message: 'confirmationSent' }
    },
    { tag, summary: 'Send the link that confirms the e-mail address again' },
  )

  endpoint(
    app,
    deps,
    accountCalls.account,
    schema.account,
    async ({ player }) => {
      const wallet = await deps.ledger.wallet(deps.db, player.userId)
      const debt = await readDebt(deps.db, player.userId)
      const { withdrawable } = await withdrawalLimits(deps, deps.db, player.userId)
      const suspended = await readSuspendedPrizes(deps.db, player.userId)
      const kept = cents(
        suspended.reduce((sum, { amount, wallet: from }) => (from === 'cash' ? sum + amount : sum), 0),
      )
      return {
        data: {
          ...toWireBalances(wallet),
          wdAmount: toWireAmount(withdrawable),
          locked: toWireAmount(max(ZERO, subtract(wallet.cash, withdrawable))),
          turnoverLeft: toWireAmount(wallet.turnoverLeft),
          // A prize may have been suspended between the two reads.
          held: toWireAmount(max(ZERO, subtract(wallet.heldWithdrawals, kept))),
          ...toWireSuspended(suspended),
          ...(debt > 0 && { debt: toWireAmount(debt) }),
        },
      }
    },
    { tag, summary: 'Balances, what is locked and why' },
  )

  endpoint(
    app,
    deps,
    accountCalls.erasePersonalData,
    schema.erasePersonalData,
    async ({ body, player, caller }) => {
      const form = { password: body.pwd, giveUp: body.giveUp ?? null }
      const result = await closeAccount(deps, player.userId, form, caller.ip)
      if (result === 'erased') return { data: { erased: 1 as const }, message: 'accountErased' }
      return { data: { erased: 0 as const }, message: closingMessages[result] }
    },
    { tag, summary: 'Close the account, and erase the person from it when nothing is left to pay out' },
  )

  endpoint(app, deps, accountCalls.sessions, schema.sessions, ({ player }) => openSessions(player.session), {
    tag,
    summary: 'Where the player is logged in',
  })

  endpoint(
    app,
    deps,
    accountCalls.endSessions,
    schema.endSessions,
    async ({ player, body }) => {
      await endOtherSessions(deps, player.session, body.sessionId)
      return openSessions(player.session)
    },
    { tag, summary: 'Ends one session of the player, or all others' },
  )
}
