export * from '#qa/pages/sports-page.ts'
