export * from '#qa/session.ts'
