export { Wizard } from './Wizard.tsx';
