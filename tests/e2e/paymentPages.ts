export * from '#qa/paymentPages.ts'
