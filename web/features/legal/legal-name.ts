/** Which of the legal texts. */
export type LegalName = 'terms' | 'withdrawal' | 'privacy' | 'payment';
