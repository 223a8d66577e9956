/** Markers of a JPEG's frame: how its pixels are coded (ITU-T T.81, table B.1; T.87). */
const isFrame = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7;
/** Baseline, extended and progressive, with Huffman codes. */
const COMMON_FRAMES = [0xc0, 0xc1, 0xc2];
/** Grey, colour, and colour for print. */
const COMMON_CHANNELS = [1, 3, 4];
const START_OF_SCAN = 0xda;

/**
 * Returns whether a JPEG is of a kind that programs seldom read: lossless, arithmetic, hierarchical,
 * JPEG-LS, more than 8 bits, two channels, or a height told after its pixels.
 */
export function isUnsupportedJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return false;
    if (isFrame(marker)) {
      const [depth, height, channels] = [bytes[at + 4], bytes.readUInt16BE(at + 5), bytes[at + 9]];
      const isCommon = COMMON_FRAMES.includes(marker) && COMMON_CHANNELS.includes(channels ?? 0);
      return !isCommon || depth !== 8 || height === 0;
    }
    // Any number of these may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
