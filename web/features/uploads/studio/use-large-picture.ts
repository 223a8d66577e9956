import { useEffect, useState } from 'react';
import type { Enlarge } from '../make-preview.ts';
import { fileOf, type Picture } from '../picture.ts';

/**
 * Returns the URL of a picture's large copy once it is made; releases it afterwards. The shop's
 * replaces this browser's, which stays until then if both show the same picture.
 */
export function useLargePicture(picture: Picture, enlarge: Enlarge): string | null {
  const id = fileOf(picture);
  const { look } = picture;
  const source = picture.upload?.imageUrl;
  const [made, setMade] = useState<(Pick<Picture, 'id' | 'look'> & { url: string }) | null>(null);
  useEffect(() => {
    let isWanted = true;
    void enlarge(id, source).then((blob) => {
      if (isWanted && blob) setMade({ id, look, url: URL.createObjectURL(blob) });
    });
    return () => {
      isWanted = false;
    };
  }, [id, look, source, enlarge]);
  useEffect(() => {
    if (!made) return;
    return () => URL.revokeObjectURL(made.url);
  }, [made]);
  return made?.id === id && made.look === look ? made.url : null;
}
