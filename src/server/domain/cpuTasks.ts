/** What takes much CPU time, by name: a thread of CpuPool.ts loads this file. */
export { hashPassword, verifyHash } from './accounts/argon2.ts'
export { signXml } from '../providers/regulator/signXml.ts'
export { drawCaptcha } from './captcha/image.ts'
