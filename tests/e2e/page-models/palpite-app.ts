export * from '#qa/pages/palpite-app.ts'
