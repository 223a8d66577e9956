export { isRut } from './rut.mjs';
