import { pictureKinds } from '#contract/rules/identityPictures.ts'
import type { TestApp } from './testApp.ts'
import { testJpeg } from './testJpeg.ts'

/** Brings the pictures of the identity check after its form, where the jurisdiction asks for them. */
export async function sendPictures(app: Pick<TestApp, 'post'>, token: string): Promise<void> {
  const image = testJpeg().toString('base64')
  for (const kind of pictureKinds)
    await app.post('/api/app/user/identityCheck/picture', { kind, image }, { token })
  const sent = await app.post('/api/app/user/identityCheck/send', {}, { token })
  if (sent.http !== 200) throw new Error(`not sent: ${sent.http} ${sent.message}`)
}
