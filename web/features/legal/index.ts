export { LegalLink } from './LegalLink.tsx';
export { OrderTerms } from './OrderTerms.tsx';
