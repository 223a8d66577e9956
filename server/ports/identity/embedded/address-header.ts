/** The header by which better-auth learns who calls; whatever a caller writes into it is replaced. */
export const ADDRESS_HEADER = 'x-shop-address';
