import type { OwnIdentity } from '../domain/accounts/publicIdentity.ts'
import type { z } from 'zod'
import type * as schema from '#contract/http/user.schema.ts'
import { toWireBalances } from '#contract/http/wallet.ts'
import { toWireAmount, ZERO } from '#contract/money.ts'
import type { OpenSession } from '../domain/accounts/sessions.ts'
import type { Profile } from '../domain/accounts/users.ts'

type UserInfoData = z.input<typeof schema.userInfo.data>

/** "User info" of docs/product.md on the wire. */
export function presentUserInfo(profile: Profile): UserInfoData['userInfo'] {
  const [level1, level2, level3] = profile.referrals
  return {
    uId: profile.id,
    name: profile.name,
    username: profile.email,
    email: profile.email,
    ...toWireBalances(profile),
    payAmount: toWireAmount(profile.lastDeposit),
    yqm: profile.inviteCode,
    level: profile.level,
    header: profile.avatar,
    time: profile.createdAt.toISOString(),
    extendInfo: profile.isTest
      ? {
          username: profile.email,
          pwd: profile.testPassword ?? '',
          balance: toWireAmount(profile.cash),
        }
      : null,
    paySumAmount: toWireAmount(profile.depositSum),
    wdSumAmount: toWireAmount(profile.withdrawalSum),
    gameSumAmount: toWireAmount(profile.betSum),
    level1Amount: toWireAmount(level1?.amount ?? ZERO),
    level2Amount: toWireAmount(level2?.amount ?? ZERO),
    level3Amount: toWireAmount(level3?.amount ?? ZERO),
    level1Person: level1?.people ?? 0,
    level2Person: level2?.people ?? 0,
    level3Person: level3?.people ?? 0,
    nextlevel: profile.nextLevel && {
      gameSumAmount: toWireAmount(profile.nextLevel.betSum),
      paySumAmount: toWireAmount(profile.nextLevel.depositSum),
    },
    payDiscount: profile.depositDiscount && {
      discount: profile.depositDiscount.fraction,
      expiredTime: profile.depositDiscount.expiresAt.toISOString(),
    },
    kyc: profile.verified ? 1 : 0,
    testFlag: profile.isTest ? '1' : '0',
    lx: profile.lx,
    czflag: profile.hasDeposited ? 1 : 0,
  }
}

/** Sent alongside user info: whether a gift can be claimed, and the package of the second-deposit prompt. */
export function presentPayPackage(profile: Profile): UserInfoData['paypackage'] {
  return {
    gift: profile.hasGift ? 1 : 0,
    pkgId: profile.offer?.packageId ?? null,
    price: toWireAmount(profile.offer?.price ?? ZERO),
    bouns: toWireAmount(profile.offer?.bonus ?? ZERO),
  }
}

export function presentProtection(profile: Profile): NonNullable<UserInfoData['protection']> {
  return {
    pauseTime: profile.pausedUntil?.toISOString() ?? null,
    limitAsk: profile.missingLimits.length > 0 ? 1 : 0,
    ...(profile.missingLimits.length > 0 && { limitKinds: profile.missingLimits }),
    ...(profile.isInReview && { kycReview: 1 as const }),
    ...(profile.needsPictures && { kycPictures: 1 as const }),
    ...(!profile.isEmailConfirmed && { emailOpen: 1 as const }),
    ...(profile.needsConfirmedEmail && { emailAsk: 1 as const }),
    ...(profile.isClosed && { closed: 1 as const }),
  }
}

/** A session of the player on the wire. */
export function presentSession({ id, createdAt, activeAt, isCurrent, deviceType }: OpenSession) {
  return {
    sessionId: id,
    createdTime: createdAt.toISOString(),
    activeTime: activeAt.toISOString(),
    deviceType,
    current: isCurrent,
  }
}

/** What other players see of a player. */
export function presentIdentity({ changeFrom, ...identity }: OwnIdentity) {
  return { ...identity, changeFrom: changeFrom?.toISOString() ?? null }
}
