/** Who carries parcels in Chile, to choose from; any other can be typed. */
export const COURIERS = ['Starken', 'Chilexpress', 'Blue Express', 'Correos de Chile'] as const;
