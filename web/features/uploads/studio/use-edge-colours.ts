import { useEffect, useState } from 'react';
import { edgeColours } from '#domain/pin-colours.ts';

/** Returns the colours along the edge of a picture, once they have been read. */
export function useEdgeColours(src: string): readonly string[] {
  const [read, setRead] = useState<{ src: string; colours: string[] } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readEdgeColours(src).then((colours) => {
      if (isWanted) setRead({ src, colours });
    });
    return () => {
      isWanted = false;
    };
  }, [src]);
  return read?.src === src ? read.colours : [];
}

/** Side of the copy whose edge is looked at, in pixels. */
const SIDE = 32;

/** Reads the colours along the edge of a picture; none of one that does not come. */
async function readEdgeColours(src: string): Promise<string[]> {
  const picture = new Image();
  picture.src = src;
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d');
  try {
    await picture.decode();
  } catch {
    return [];
  }
  if (!context) return [];
  context.drawImage(picture, 0, 0, SIDE, SIDE);
  return edgeColours(context.getImageData(0, 0, SIDE, SIDE));
}
