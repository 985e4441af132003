export * from '#qa/Sandbox.ts'
