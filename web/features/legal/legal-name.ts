export type LegalName = 'terms' | 'withdrawal' | 'privacy' | 'payment';
