export * from '#qa/pages/cashier-overlay.ts'
