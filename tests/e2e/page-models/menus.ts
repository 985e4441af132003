export * from '#qa/pages/menus.ts'
