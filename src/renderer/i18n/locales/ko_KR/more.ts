export { default } from '../en_US/more.ts'
