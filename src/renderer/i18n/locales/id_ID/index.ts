export { default } from '../en_US/index.ts'
