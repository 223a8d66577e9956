import { useEffect, useState } from 'react';

/** Reads a picture of this browser again, larger than its preview; null if impossible. */
export type Enlarge = (id: string) => Promise<Blob | null>;

/** Returns the URL of a picture's large copy once it is made; releases it afterwards. */
export function useLargePicture(id: string, enlarge: Enlarge): string | null {
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    let url: string | null = null;
    void enlarge(id).then((blob) => {
      if (!isWanted || !blob) return;
      url = URL.createObjectURL(blob);
      setMade({ id, url });
    });
    return () => {
      isWanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, enlarge]);
  return made?.id === id ? made.url : null;
}
