import { useEffect, useState } from 'react';
import { readEdgeColours } from './read-edge-colours.ts';

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
