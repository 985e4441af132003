import type { FastifyInstance } from 'fastify'
import * as appInfo from '#contract/http/appInfo.schema.ts'
import * as auth from '#contract/http/auth.schema.ts'
import * as referrals from '#contract/http/referrals.schema.ts'
import * as rewards from '#contract/http/rewards.schema.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { authCalls } from '#contract/http/auth.ts'
import { referralCalls } from '#contract/http/referrals.ts'
import { rewardCalls } from '#contract/http/rewards.ts'
import { toWireAmount } from '#contract/money.ts'
import { AwardType } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { readAppInfo } from '../domain/play/appInfo.ts'
import { noticesFor } from '../domain/content/notices.ts'
import { claimGift, hasGift } from '../domain/rewards/gifts.ts'
import { readHome } from '../domain/play/home.ts'
import { readInvitation } from '../domain/rewards/invitations.ts'
import { checkResetCode, sendResetCode, setPassword } from '../domain/accounts/passwordReset.ts'
import { presentHome } from '../presenters/lobby.ts'
import { presentNotices } from '../presenters/content.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { originOf } from '../http/endpoints/origin.ts'
import { rewardEndpoint } from '../http/endpoints/rewardEndpoint.ts'
import { sharedEndpoint } from '../http/endpoints/sharedEndpoint.ts'

const tag = 'main'

/** Calls around the application itself: its facts, home, invitation, gift, password reset. */
export function registerAppInfo(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    authCalls.sendEmail,
    auth.sendEmail,
    async ({ body, ...call }) => {
      const { email, codeId: captchaId, captCode: captchaAnswer } = body
      await sendResetCode(deps, { email, captchaId, captchaAnswer }, await originOf(deps, call))
      return { data: null, message: 'resetCodeSent' }
    },
    {
      tag,
      summary:
        'Reset, step 1: send a code, from the third on with a captcha; unknown addresses get the same answer',
    },
  )

  endpoint(
    app,
    deps,
    authCalls.checkEmail,
    auth.checkEmail,
    async ({ body, ...call }) => ({ data: await checkResetCode(deps, body, await originOf(deps, call)) }),
    { tag, summary: 'Reset, step 2: the code -> a check id, single use, ten minutes' },
  )

  endpoint(
    app,
    deps,
    authCalls.setPwd,
    auth.setPwd,
    async ({ body }) => {
      await setPassword(deps, body.chkId, body.nPwd)
      return { data: null, message: 'passwordChanged' }
    },
    { tag, summary: 'Reset, step 3: a new password; all sessions end' },
  )

  endpoint(
    app,
    deps,
    rewardCalls.userGift,
    rewards.userGift,
    async ({ player }) => ({ data: (await hasGift(deps, player.userId)) ? (1 as const) : (0 as const) }),
    { tag, summary: '1 when a gift waits to be claimed' },
  )

  rewardEndpoint(
    app,
    deps,
    rewardCalls.claimGift,
    rewards.claimGift,
    async ({ tx, userId }) => {
      const amount = await claimGift(deps, tx, userId)
      return { data: { amount: toWireAmount(amount), type: AwardType.promotion }, message: 'giftClaimed' }
    },
    { tag, summary: 'Claim the waiting gift, once' },
  )

  endpoint(
    app,
    deps,
    appInfoCalls.appInfo,
    appInfo.appInfo,
    async ({ player, caller }) => {
      const { serverTime, ...info } = await readAppInfo(deps, player?.userId, caller.language)
      return { data: { ...info, serverTime: serverTime.toISOString() } }
    },
    { tag, summary: 'What a device needs to know before anybody logs in' },
  )

  sharedEndpoint(
    app,
    deps,
    appInfoCalls.home,
    appInfo.home,
    {
      source: { read: async ({ caller }) => ({ data: presentHome(await readHome(deps), caller.language) }) },
    },
    { tag, summary: 'The moving parts of /home' },
  )

  sharedEndpoint(
    app,
    deps,
    appInfoCalls.notices,
    appInfo.notices,
    {
      forPlayer: async ({ player, caller }) => ({
        data: presentNotices(await noticesFor(deps, player?.userId), caller.language),
      }),
      source: {
        read: async ({ caller }) => ({
          data: presentNotices(await noticesFor(deps, undefined), caller.language),
        }),
      },
    },
    { tag, summary: 'The operator’s notices to everybody, and to a logged-in player' },
  )

  endpoint(
    app,
    deps,
    referralCalls.invitation,
    referrals.invitation,
    async ({ params }) => {
      const { inviter, avatar, welcomeBonus } = await readInvitation(deps, params.code)
      return { data: { inviter, avatar, bouns: toWireAmount(welcomeBonus) } }
    },
    { tag, summary: 'Who invites, for /y{code}' },
  )
}
