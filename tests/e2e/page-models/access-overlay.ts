export * from '#qa/pages/access-overlay.ts'
