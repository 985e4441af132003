/** The pictures that an identity check asks for in some jurisdictions, and what its refusals are called. */

export const pictureKinds = ['front', 'back', 'selfie'] as const
/** `front` and `back`: of the document. */
export type PictureKind = (typeof pictureKinds)[number]

/** A JPEG of at most so many bytes. */
export const largestPicture = 600 * 1024
/** The shorter side has at least the one, the longer at most the other: pixels. */
export const pictureSides = { shortest: 320, longest: 2_048 } as const

const base64Growth = 4 / 3
/** The body of the call that brings a picture, in bytes. */
export const pictureBodyLimit = Math.ceil(largestPicture * base64Growth) + 1_024

/** Why a check is refused, as the player is told. */
export const identityRefusals = [
  /** The pictures cannot be read. */
  'unreadable',
  /** The document is not accepted: expired, or of another kind. */
  'document',
  /** Name, CPF or date of birth are not those of the document. */
  'mismatch',
  /** The face is not that of the document. */
  'face',
  'underage',
  'other',
] as const
export type IdentityRefusal = (typeof identityRefusals)[number]

/**
 * What has become of a player's check. `pictures`: name and CPF are there, and the pictures are missing.
 */
export const identityStates = ['none', 'pictures', 'waiting', 'refused', 'confirmed'] as const
export type IdentityState = (typeof identityStates)[number]
