import type { PushPayload } from '#contract/push.ts'
import { openPage } from './openPage.ts'

/** What this needs of the worker's registration; tests of the server's types have no worker. */
interface Registration {
  showNotification(
    title: string,
    options: { body: string; tag: string; data: string; icon: string },
  ): Promise<void>
}
/** What this needs of a notice that was pressed. */
interface Notice {
  close(): void
  readonly data: unknown
}

/** Shows what a push contains. Browsers end a subscription whose pushes show nothing. */
export async function showNotice(registration: Registration, text: string): Promise<void> {
  const { title, body, path, tag } = JSON.parse(text) as PushPayload
  await registration.showNotification(title, { body, tag, data: path, icon: '/icons/192.png' })
}

/** A notice was pressed: it goes, and its page is opened. */
export async function openNotice(scope: Parameters<typeof openPage>[0], notice: Notice): Promise<void> {
  notice.close()
  await openPage(scope, notice.data as string)
}
