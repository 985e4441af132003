export * from '#qa/pages/mines-page.ts'
