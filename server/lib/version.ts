import manifest from '#package.json' with { type: 'json' };

/** The shop's version, such as `1.4.0`; it rises with each release. */
export const SHOP_VERSION: string = manifest.version;
