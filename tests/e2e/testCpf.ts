export * from '#qa/testCpf.ts'
