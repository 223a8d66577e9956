import { makeColourProfile, SRGB_PRIMARIES } from '#server/ports/decoder/child/colour-profile.ts';

/** Adobe RGB (1998) Color Image Encoding. */
const ADOBE_RGB = {
  primaries: { ...SRGB_PRIMARIES, green: [0.21, 0.71] },
  toLight: (value: number) => value ** (563 / 256),
} as const;

/** Returns a small ICC profile of Adobe RGB. */
export function makeAdobeRgbProfile(): Buffer {
  const profile = makeColourProfile(ADOBE_RGB, 'colour');
  if (!profile) throw new Error('no such profile');
  return profile;
}
