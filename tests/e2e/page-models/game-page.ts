export * from '#qa/pages/game-page.ts'
