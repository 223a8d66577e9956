/** Diameter of the 100-peso coin, in millimetres: bimetallic, minted since 2001 (Krause KM 236). */
export const COIN_MM = 23.5;
