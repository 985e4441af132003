export * from '#qa/pages/slip-panel.ts'
