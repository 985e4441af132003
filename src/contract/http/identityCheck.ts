import type { IdentityRefusal, IdentityState, PictureKind } from '../rules/identityPictures.ts'
import { get, post } from './call.ts'

export interface IdentityCheckWire {
  state: IdentityState
  /** Why it was refused; null in every other state. */
  refusal: IdentityRefusal | null
  /** Whether the jurisdiction asks for pictures. */
  asksPictures: boolean
  /** Those that are there while the others are missing. */
  pictures: PictureKind[]
}

/** The player's identity check. Name and CPF are sent by `accountCalls.updateKyc`. */
export const identityCheckCalls = {
  state: get<object, IdentityCheckWire>('/api/app/user/identityCheck'),
  /** Adds a picture, in place of another one of its kind. `image`: base64 of a JPEG. */
  addPicture: post<{ body: { kind: PictureKind; image: string } }, IdentityCheckWire>(
    '/api/app/user/identityCheck/picture',
  ),
  /** All pictures are there: the check begins. */
  send: post<{ body: Record<string, never> }, IdentityCheckWire>('/api/app/user/identityCheck/send'),
}
