export * from '#qa/pages/chat-panel.ts'
