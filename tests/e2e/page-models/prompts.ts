export * from '#qa/pages/prompts.ts'
