export { type RegisterOptions, type RegisterResult, register } from './register.ts';
