import { z } from 'zod'
import {
  identityRefusals,
  identityStates,
  pictureBodyLimit,
  pictureKinds,
} from '../rules/identityPictures.ts'

const state = z.object({
  state: z.enum(identityStates),
  refusal: z.enum(identityRefusals).nullable().describe('why it was refused'),
  asksPictures: z.boolean().describe('whether the jurisdiction asks for pictures'),
  pictures: z.array(z.enum(pictureKinds)).describe('those that are there while the others are missing'),
})

export const identityCheck = { data: state }
export const addPicture = {
  body: z.strictObject({
    kind: z.enum(pictureKinds),
    image: z.base64().max(pictureBodyLimit).describe('a JPEG'),
  }),
  data: state,
}
export const sendPictures = { body: z.strictObject({}), data: state }
