import type { ElectronApplication } from '@playwright/test'

/** Lets seconds pass in which nobody uses a terminal, in development and in the package for QA. */
export async function passIdleTime(application: ElectronApplication, seconds: number): Promise<void> {
  await application.evaluate(({ app }, passed) => app.emit('qa:passIdleTime', passed), seconds)
}
