export { AdminOverlay } from './AdminOverlay.tsx';
